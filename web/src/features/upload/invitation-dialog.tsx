// Dialog of the invitation to a group of teaching and research: its code and address, made for some days and ended here.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../client.ts'
import { useTexts } from '../../i18n.ts'
import { problemText } from '../../parts/base/errors/problem-text.ts'
import { ReadFailed } from '../../parts/base/errors/read-failed.tsx'
import { CopyLine } from '../../parts/base/page/copy-line.tsx'
import { copyText } from '../../parts/base/page/copy-text.ts'
import { paths } from '../../paths.ts'
import { query, queryClient } from '../../queries.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { toast } from '../../ui/dialogs/toast.tsx'
import { NumberField } from '../../ui/fields/number-field.tsx'
import { dateTime } from '../../ui/format.ts'
import { Bone } from '../../ui/states.tsx'

const mostDays = 90

export function InvitationDialog({ group, onClose }: { group: string; onClose: () => void }) {
  const t = useTexts('upload')
  const params = { id: group }
  const read = query('GET /api/resource-groups/:id/invitation', { params })
  const { data, error, errorUpdatedAt, refetch } = useQuery({ ...read, gcTime: 0 })
  const [days, setDays] = useState<number | null>(14)
  const [busy, setBusy] = useState(false)
  const change = async (work: () => Promise<typeof data>) => {
    setBusy(true)
    try {
      queryClient.setQueryData(read.queryKey, await work())
    } catch (failure) {
      toast({ text: problemText(failure), error: true })
    }
    setBusy(false)
  }
  const make = () =>
    change(async () => ({ invitation: await call('POST /api/resource-groups/:id/invitation', { params, body: { days: days ?? 1 } }) }))
  const end = () =>
    change(async () => {
      await call('DELETE /api/resource-groups/:id/invitation', { params })
      toast({ text: t('invitationEnded') })
      return { invitation: null }
    })
  const copy = async (text: string) => toast((await copyText(text)) ? { text: t('copied') } : { text: t('copyFailed'), error: true })
  const invitation = data?.invitation
  const mayMake = days !== null && days >= 1 && days <= mostDays
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('inviteSchools')}
      description={t('inviteText')}
      width={560}
      footer={
        <>
          {invitation && (
            <Button busy={busy} onClick={() => void end()}>
              {t('endInvitation')}
            </Button>
          )}
          {invitation ? (
            <Button variant="primary" onClick={onClose}>
              {t('done')}
            </Button>
          ) : (
            <Button variant="primary" busy={busy} off={mayMake ? undefined : t('invitationDays')} onClick={() => void make()}>
              {t('makeInvitation')}
            </Button>
          )}
        </>
      }
    >
      {error && !data ? (
        <ReadFailed error={error} at={errorUpdatedAt} onRetry={() => void refetch()} />
      ) : !data ? (
        <Bone className="h-24" />
      ) : invitation ? (
        <div className="rounded-card bg-sunken p-4 pt-1">
          <CopyLine label={t('invitationCode')} text={invitation.code} copyLabel={t('copyCode')} onCopy={copy} />
          <CopyLine
            label={t('invitationLink')}
            text={window.location.origin + paths.vtrsInvitation(invitation.code)}
            copyLabel={t('copyLink')}
            onCopy={copy}
          />
          <p className="mt-3 text-small text-text-2">{t('validUntil', { when: dateTime(invitation.expires_at) })}</p>
        </div>
      ) : (
        <NumberField label={t('invitationDays')} value={days} onChange={setDays} min={1} max={mostDays} autoFocus />
      )}
    </Dialog>
  )
}
