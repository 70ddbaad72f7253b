// Roles and what each may do, /management/roles: a grid of sentences by roles; on a phone the sentences of one role. A change is shown with the people
// who gain and lose by it before it is saved.
import { useQuery } from '@tanstack/react-query'
import { Check, Minus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Link } from 'react-router-dom'
import { texts, useTexts } from '../../../i18n.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { Chip } from '../../../ui/marks/chip.tsx'
import { usePhone } from '../../../ui/dialogs/phone.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { Select } from '../../../ui/fields/field.tsx'
import { SkeletonRows } from '../../../ui/states.tsx'
import { ManagementFrame } from '../management-frame.tsx'
import { PartFailed } from '../part-failed.tsx'
import {
  changesOf,
  type Edited,
  editedOf,
  groupsOf,
  type OrgPermissions,
  permissionsQuery,
  type Role,
  type RoleName,
  sentenceOf,
} from './permissions.ts'
import { laterDialog } from '../../../ui/dialogs/later-dialog.tsx'

const RolesPreview = laterDialog(async () => (await Promise.all([import('./roles-preview.tsx'), texts('errors')]))[0])

export default function RolesPage() {
  const t = useTexts('management')
  return (
    <ManagementFrame title={t('entry.roles')}>
      <Roles />
    </ManagementFrame>
  )
}

function Roles() {
  const { data, error, errorUpdatedAt, refetch } = useQuery(permissionsQuery)
  if (error && !data) return <PartFailed error={error} at={errorUpdatedAt} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={10} />
  return <Grid data={data} />
}

function Grid({ data }: { data: OrgPermissions }) {
  const t = useTexts('organisation')
  const phone = usePhone()
  const [edited, setEdited] = useState<Edited>({})
  const [previewed, setPreviewed] = useState(false)
  const changes = changesOf(data, edited)
  const set = (role: Role, name: string, on: boolean) => {
    setEdited({ ...edited, [role.role]: { ...edited[role.role], [name]: on } })
  }
  const view: View = { data, has: (role, name) => editedOf(role, edited).includes(name), set }
  return (
    <>
      <p className="mb-3 max-w-[68ch] text-text-2">{t('rolesText')}</p>
      {phone ? <OneRole {...view} /> : <AllRoles {...view} />}
      <div className="sticky bottom-(--nav) z-[2] -mx-1 mt-3 flex flex-wrap items-center justify-end gap-2 border-t border-line bg-canvas px-1 py-3 [@media(max-height:400px)]:static">
        <span role="status" className="mr-auto text-small text-text-2">
          {changes.length > 0 && t('rolesChanged', { count: changes.length })}
        </span>
        {changes.length > 0 && (
          <Button variant="quiet" onClick={() => setEdited({})}>
            {t('discard')}
          </Button>
        )}
        <Button variant="primary" off={changes.length > 0 ? undefined : t('nothingChanged')} onClick={() => setPreviewed(true)}>
          {t('rolesPreview')}
        </Button>
      </div>
      {previewed && (
        <Suspense>
          <RolesPreview
            data={data}
            changes={changes}
            onClose={() => setPreviewed(false)}
            onSaved={() => {
              setPreviewed(false)
              setEdited({})
            }}
          />
        </Suspense>
      )}
    </>
  )
}

type View = { data: OrgPermissions; has: (role: Role, name: string) => boolean; set: (role: Role, name: string, on: boolean) => void }

function Cell({ role, name, view: { has, set } }: { role: Role; name: string; view: View }) {
  const t = useTexts('organisation')
  const roleName = t(`role.${role.role as RoleName}`)
  const on = has(role, name)
  const sentence = sentenceOf(name)
  if (!role.changeable)
    return (
      <span className={on ? 'inline-flex text-ok-text' : 'inline-flex text-text-3'}>
        {on ? <Check aria-hidden size={16} strokeWidth={2} /> : <Minus aria-hidden size={14} strokeWidth={1.75} />}
        <span className="screen-reader">{t(on ? 'allowed' : 'notAllowed')}</span>
      </span>
    )
  return (
    <span className="inline-flex items-center gap-1">
      <Checkbox hideLabel label={t('roleMay', { role: roleName, sentence })} checked={on} onChange={(next) => set(role, name, next)} />
      {on !== role.defaults.includes(name) && <span aria-hidden className="size-1.5 rounded-full bg-accent" title={t('notDefault')} />}
    </span>
  )
}

function AllRoles(view: View) {
  const t = useTexts('organisation')
  return (
    <div className="surface-card max-h-[calc(100dvh-190px)] overflow-auto">
      <table className="w-full">
        <caption className="screen-reader">{t('rolesText')}</caption>
        <thead className="text-caption text-text-2">
          <tr>
            <th scope="col" className="sticky top-0 left-0 z-[2] bg-surface px-4 py-2 text-left font-semibold">
              {t('permission')}
            </th>
            {view.data.roles.map((role) => (
              <th
                key={role.role}
                scope="col"
                className="sticky top-0 z-[1] min-w-24 bg-surface px-2 py-2 text-center align-bottom font-semibold"
              >
                {role.role === 'visitor' ? (
                  t('role.visitor')
                ) : (
                  <Link to={paths.managedPeople({ role: role.role })} className="hover:underline">
                    {t(`role.${role.role as RoleName}`)}
                  </Link>
                )}
              </th>
            ))}
          </tr>
        </thead>
        {groupsOf(view.data).map(({ place, names }) => (
          <tbody key={place}>
            <tr className="border-t border-line bg-sunken">
              <th
                scope="rowgroup"
                colSpan={view.data.roles.length + 1}
                className="px-4 py-1.5 text-left text-caption font-semibold text-text-2"
              >
                {t(`permissions.${place}`)}
              </th>
            </tr>
            {names.map((name) => (
              <tr key={name} className="border-t border-line">
                <th scope="row" className="sticky left-0 min-w-[220px] bg-surface px-4 py-1.5 text-left text-body font-normal">
                  {sentenceOf(name)}
                </th>
                {view.data.roles.map((role) => (
                  <td key={role.role} className="px-2 py-1.5 text-center">
                    <Cell role={role} name={name} view={view} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </div>
  )
}

function OneRole(view: View) {
  const t = useTexts('organisation')
  const [shown, setShown] = useState(view.data.roles.find(({ changeable }) => changeable)?.role ?? 'faculty')
  const role = view.data.roles.find((one) => one.role === shown)
  if (!role) return null
  return (
    <>
      <Select
        label={t('role')}
        value={shown}
        onChange={setShown}
        options={view.data.roles.map((one) => ({ value: one.role, label: t(`role.${one.role as RoleName}`) }))}
      />
      {!role.changeable && (
        <p className="mt-2">
          <Chip tone="neutral">{t('roleFixed')}</Chip>
        </p>
      )}
      {groupsOf(view.data).map(({ place, names }) => (
        <section key={place} className="mt-4">
          <h2 className="mb-1 text-section font-semibold">{t(`permissions.${place}`)}</h2>
          <ul className="surface-card divide-y divide-line">
            {names.map((name) => (
              <li key={name} className="flex min-h-11 items-center gap-3 px-4 py-1.5">
                <span className="flex-1">{sentenceOf(name)}</span>
                <Cell role={role} name={name} view={view} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}
