// The dialog that shares files with the person's sharing groups.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { call } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { paths } from '../../../paths.ts'
import { problemText } from '../errors/problem-text.ts'
import { invalidate, query } from '../../../queries.ts'
import { Button } from '../../../ui/button.tsx'
import { gap } from '../../../ui/format.ts'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { SkeletonText } from '../../../ui/states.tsx'
import { toast } from '../../../ui/dialogs/toast.tsx'
import type { FileItem } from './files-query.ts'

/** Into which of my groups. */
export function ShareDialog({ files, onClose, onDone }: { files: readonly FileItem[]; onClose: () => void; onDone: () => void }) {
  const t = useTexts('upload')
  const { data, error } = useQuery(query('GET /api/resource-groups', { query: { page: 1, page_size: 100 } }))
  const [groups, setGroups] = useState<readonly string[]>([])
  const [fault, setFault] = useState<string>()
  const [busy, setBusy] = useState(false)
  const share = async () => {
    setBusy(true)
    try {
      let waiting = 0
      for (const id of groups)
        waiting += (
          await call('POST /api/resource-groups/:id/files', { params: { id }, body: { upload_ids: files.map((file) => file.id) } })
        ).waiting
      toast({ text: waiting > 0 ? t('shareWaits', { count: waiting }) : t('sharedWith', { count: groups.length }) })
      onDone()
      onClose()
      await invalidate('GET /api/resource-groups', 'GET /api/resource-groups/:id/files')
    } catch (failure) {
      setFault(problemText(failure))
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={files.length === 1 ? t('shareOne', { name: files[0]?.name ?? '' }) : t('shareSome', { count: files.length })}
      description={t('shareText')}
      width={560}
      footer={
        <>
          <Button autoFocus onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button variant="primary" busy={busy} off={groups.length === 0 ? t('chooseGroup') : undefined} onClick={() => void share()}>
            {t('share')}
          </Button>
        </>
      }
    >
      {(fault || (error && !data)) && (
        <p role="alert" className="text-small text-bad-text">
          {fault ?? problemText(error)}
        </p>
      )}
      {!data && !error && <SkeletonText lines={3} />}
      {data?.total === 0 && (
        <p className="text-small text-text-2">
          {t('noGroupsYet')}
          {gap()}
          <Link to={paths.resourceGroups()} className="text-accent-text underline">
            {t('sharingGroups')}
          </Link>
        </p>
      )}
      <ul className="space-y-1">
        {data?.items.map((group) => (
          <li key={group.id}>
            <Checkbox
              className="max-tablet:min-h-11"
              label={group.name}
              help={t('membersCount', { count: group.member_count })}
              checked={groups.includes(group.id)}
              onChange={(on) => setGroups(on ? [...groups, group.id] : groups.filter((groupId) => groupId !== group.id))}
            />
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
