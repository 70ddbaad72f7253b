// Dialogs that change the roles or the places of several people at once; a field that is left as it is changes nobody.
import { useState } from 'react'
import { useTexts } from '../../../i18n.ts'
import { useMe } from '../../../session/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { DepartmentField, StudyUnitField, type Unit } from '../units/unit-fields.tsx'
import type { PeopleChange, Which } from './change-people.ts'
import type { BulkChange, OrgRole } from './people.ts'
import { RoleChoice } from './role-choice.tsx'

type BulkProps = {
  which: Which
  /** undefined: everybody who fits, more than are counted. */
  count: number | undefined
  onClose: () => void
  /** Resolves to whether anybody was changed. */
  onChange: (change: PeopleChange) => Promise<boolean>
}

function BulkDialog({
  title,
  change,
  which,
  onClose,
  onChange,
  children,
}: Omit<BulkProps, 'count'> & { title: string; change: BulkChange | undefined; children: React.ReactNode }) {
  const t = useTexts('people')
  const [busy, setBusy] = useState(false)
  const send = async () => {
    if (!change) return
    setBusy(true)
    const changed = await onChange({ which, change })
    setBusy(false)
    if (changed) onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      width={560}
      changed={change !== undefined}
      title={title}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button variant="primary" busy={busy} off={change ? undefined : t('nothingChosen')} onClick={() => void send()}>
            {t('changeThem')}
          </Button>
        </>
      }
    >
      <div className="space-y-4">{children}</div>
    </Dialog>
  )
}

export default function ChangeRoles({ count, ...props }: BulkProps) {
  const t = useTexts('people')
  const [added, setAdded] = useState<OrgRole[]>([])
  const [removed, setRemoved] = useState<OrgRole[]>([])
  const change = {
    ...(added.length > 0 && { add_roles: added }),
    ...(removed.length > 0 && { remove_roles: removed }),
  }
  return (
    <BulkDialog
      {...props}
      title={count === undefined ? t('rolesOfAll') : t('rolesOf', { count })}
      change={added.length + removed.length > 0 ? change : undefined}
    >
      <RoleChoice
        label={t('addRoles')}
        value={added}
        onChange={(roles) => {
          setAdded(roles)
          setRemoved(removed.filter((role) => !roles.includes(role)))
        }}
      />
      <RoleChoice
        label={t('removeRoles')}
        value={removed}
        onChange={(roles) => {
          setRemoved(roles)
          setAdded(added.filter((role) => !roles.includes(role)))
        }}
      />
    </BulkDialog>
  )
}

const units = ['grade', 'klass', 'program'] as const
type Place = 'department' | (typeof units)[number]

export function ChangePlaces({ count, ...props }: BulkProps) {
  const t = useTexts('people')
  // a place that is not named stays as it is
  const [places, setPlaces] = useState<Partial<Record<Place, Unit>>>({})
  const change = Object.fromEntries(Object.entries(places).map(([place, unit]) => [`${place}_id`, unit?.id ?? null])) as BulkChange
  const me = useMe()
  const turn = (place: Place, on: boolean) =>
    setPlaces(
      on
        ? { ...places, [place]: place === 'department' ? me.bound : null }
        : Object.fromEntries(Object.entries(places).filter(([name]) => name !== place)),
    )
  const shared = (place: Place) => ({
    value: places[place] ?? null,
    onChange: (unit: Unit) => setPlaces({ ...places, [place]: unit }),
  })
  return (
    <BulkDialog
      {...props}
      title={count === undefined ? t('placesOfAll') : t('placesOf', { count })}
      change={Object.keys(places).length > 0 ? change : undefined}
    >
      <p className="text-text-2">{t('placesText')}</p>
      {(['department', ...units] as const).map((place) => (
        <div key={place} className="space-y-2">
          <Checkbox label={t('changePlace', { place: t(place) })} checked={place in places} onChange={(on) => turn(place, on)} />
          {place in places &&
            (place === 'department' ? (
              <DepartmentField {...shared(place)} label={t('department')} hideLabel none={t('noDepartment')} />
            ) : (
              <StudyUnitField {...shared(place)} kind={place} label={t(place)} hideLabel none={t(`no.${place}`)} />
            ))}
        </div>
      ))}
    </BulkDialog>
  )
}
