// Dialog that shares a bank: with everybody who teaches in the organisation, and with courses, each to read or to edit.
import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { query } from '../../../queries.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { Select } from '../../../ui/fields/field.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { SkeletonRows } from '../../../ui/states.tsx'
import { toast } from '../../../ui/dialogs/toast.tsx'
import { problemText } from '../../base/errors/problem-text.ts'
import { ReadFailed } from '../../base/errors/read-failed.tsx'
import { type Bank, banksChanged } from './queries.ts'

type Role = 'read' | 'edit'
type Share = { course_id: string; name: string; role: Role }

export default function ShareDialog({ bank, onClose }: { bank: Bank; onClose: () => void }) {
  const t = useTexts('banks')
  const { data, error, errorUpdatedAt, refetch } = useQuery({
    ...query('GET /api/banks/:id/shares', { params: { id: bank.id } }),
    staleTime: 0,
    gcTime: 0,
  })
  if (error && !data)
    return (
      <Dialog open onClose={onClose} title={t('share')} width={560}>
        <ReadFailed error={error} at={errorUpdatedAt} onRetry={() => void refetch()} />
      </Dialog>
    )
  if (!data)
    return (
      <Dialog open onClose={onClose} title={t('share')} width={560}>
        <SkeletonRows rows={3} />
      </Dialog>
    )
  return <ShareForm bank={bank} start={data} onClose={onClose} />
}

function ShareForm({ bank, start, onClose }: { bank: Bank; start: { shares: Share[]; org_role: Role | null }; onClose: () => void }) {
  const t = useTexts('banks')
  const [everybody, setEverybody] = useState<Role | ''>(start.org_role ?? '')
  const [shares, setShares] = useState(start.shares)
  const [busy, setBusy] = useState(false)
  const { data: courses } = useQuery(query('GET /api/my-courses', { query: { page_size: 100 } }))
  const others = courses?.items.filter(({ id }) => id !== bank.course?.id && !shares.some(({ course_id }) => course_id === id)) ?? []
  const roles = (['read', 'edit'] as const).map((value) => ({ value, label: t(`role.${value}`) }))
  const save = async () => {
    setBusy(true)
    try {
      await call('PUT /api/banks/:id/shares', {
        params: { id: bank.id },
        body: { shares: shares.map(({ course_id, role }) => ({ course_id, role })), org_role: everybody || null },
      })
      await banksChanged()
      toast({ text: t('shared') })
      onClose()
    } catch (failure) {
      toast({ text: problemText(failure), error: true })
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('share')}
      description={bank.title}
      width={560}
      changed={everybody !== (start.org_role ?? '') || JSON.stringify(shares) !== JSON.stringify(start.shares)}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button variant="primary" busy={busy} onClick={() => void save()}>
            {t('save')}
          </Button>
        </>
      }
    >
      <div className="space-y-4 pb-1">
        <Select
          label={t('everybody')}
          help={t('everybodyHelp')}
          value={everybody}
          onChange={setEverybody}
          options={[{ value: '' as const, label: t('role.none') }, ...roles]}
        />
        <div role="group" aria-label={t('sharedCourses')} className="space-y-2">
          <div className="text-body font-medium">{t('sharedCourses')}</div>
          <p className="text-caption text-text-3">{t('sharedCoursesHelp')}</p>
          {shares.map(({ course_id, name, role }) => (
            <div key={course_id} className="flex items-center gap-2">
              <span className="min-w-0 flex-1 truncate text-body">{name}</span>
              <Select
                label={t('roleOf', { name })}
                hideLabel
                value={role}
                onChange={(next) => setShares(shares.map((each) => (each.course_id === course_id ? { ...each, role: next } : each)))}
                options={roles}
                className="w-36"
              />
              <IconButton
                icon={Trash2}
                size="sm"
                label={t('endShare', { name })}
                onClick={() => setShares(shares.filter((each) => each.course_id !== course_id))}
              />
            </div>
          ))}
          {others.length > 0 && (
            <Select
              label={t('addCourse')}
              hideLabel
              value=""
              onChange={(id) => {
                const course = others.find((each) => each.id === id)
                if (course) setShares([...shares, { course_id: course.id, name: course.display_name || course.name, role: 'read' }])
              }}
              options={[
                { value: '', label: t('addCourse') },
                ...others.map(({ id, name, display_name }) => ({ value: id, label: display_name || name })),
              ]}
            />
          )}
        </div>
      </div>
    </Dialog>
  )
}
