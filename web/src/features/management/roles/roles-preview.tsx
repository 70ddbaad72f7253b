// The dialog before a change of roles is saved: the permissions that people gain and lose, with their number.
import { useQuery } from '@tanstack/react-query'
import { Minus, Plus } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { problemText } from '../../../parts/base/errors/problem-text.ts'
import { invalidate, postQuery, queryClient } from '../../../queries.ts'
import { refetchSession } from '../../../session/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { toast } from '../../../ui/dialogs/toast.tsx'
import { Banner } from '../../../ui/marks/banner.tsx'
import { SkeletonRows } from '../../../ui/states.tsx'
import { isNewer, rowRefusal } from '../row-form.tsx'
import { type OrgPermissions, permissionsQuery, type RoleChange, type RoleName, sentenceOf } from './permissions.ts'

export default function RolesPreview({
  data,
  changes,
  onClose,
  onSaved,
}: {
  data: OrgPermissions
  changes: readonly RoleChange[]
  onClose: () => void
  onSaved: () => void
}) {
  const t = useTexts('organisation')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const preview = useQuery({ ...postQuery('POST /api/org/permissions/preview', { body: { roles: [...changes] } }), staleTime: 0 })
  const write = async (roles: readonly RoleChange[], version: number) => {
    const stored = await call('PUT /api/org/permissions', { body: { roles: [...roles], version } })
    queryClient.setQueryData(permissionsQuery.queryKey, stored)
    void refetchSession()
    // roles and settings have one version
    void invalidate('GET /api/org/settings')
    return stored
  }
  const save = async () => {
    setBusy(true)
    setProblem(undefined)
    const before = data.roles
      .filter(({ role }) => changes.some((one) => one.role === role))
      .map(({ role, permissions }) => ({ role: role as RoleChange['role'], permissions: [...permissions] }))
    try {
      const { version } = await write(changes, data.version)
      toast({
        text: t('rolesSaved'),
        undo: () => void write(before, version).catch((failure) => toast({ text: problemText(failure), error: true })),
      })
      onSaved()
    } catch (failure) {
      setProblem(rowRefusal(failure).text)
      if (isNewer(failure)) await invalidate('GET /api/org/permissions')
    } finally {
      setBusy(false)
    }
  }
  const fault = problem ?? (preview.error ? problemText(preview.error) : undefined)
  return (
    <Dialog
      open
      width={560}
      onClose={onClose}
      title={t('rolesPreview')}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button variant="primary" busy={busy} off={preview.data ? undefined : t('previewFirst')} onClick={() => void save()}>
            {t('saveRoles')}
          </Button>
        </>
      }
    >
      {fault && (
        <Banner tone="bad" urgent>
          {fault}
        </Banner>
      )}
      {!preview.data && !preview.error && <SkeletonRows rows={3} />}
      {changes.map(({ role }) => (
        <section key={role} className="mb-4">
          <h3 className="mb-1 font-semibold">{t(`role.${role as RoleName}`)}</h3>
          <ul className="divide-y divide-line">
            {preview.data?.changes
              .filter((one) => one.role === role)
              .map(({ permission, change, people }) => (
                <li key={permission} className="flex items-start gap-2.5 py-1.5">
                  {change === 'gains' ? (
                    <Plus aria-hidden size={16} strokeWidth={2} className="mt-0.5 shrink-0 text-ok-text" />
                  ) : (
                    <Minus aria-hidden size={16} strokeWidth={2} className="mt-0.5 shrink-0 text-bad-text" />
                  )}
                  <span className="screen-reader">{change === 'gains' ? t('gains') : t('loses')}</span>
                  <span className="flex-1">{sentenceOf(permission)}</span>
                  <span className="tabular text-small text-text-2">
                    {people === null ? t('inTheirCourses') : t('peopleCount', { count: people })}
                  </span>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </Dialog>
  )
}
