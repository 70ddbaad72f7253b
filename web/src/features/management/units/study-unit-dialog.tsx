// The dialog of a grade, a class or a program: name, code, and what it belongs to.
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { query, queryClient } from '../../../queries.ts'
import { useMe } from '../../../session/session.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { TextField } from '../../../ui/fields/field.tsx'
import { SkeletonRows } from '../../../ui/states.tsx'
import { refreshPeople } from '../people/people.ts'
import { RowDialog, useRowDialog } from '../row-dialog.tsx'
import type { Kind, StudyUnit } from './study-units-page.tsx'
import { DepartmentField, StudyUnitField, type Unit } from './unit-fields.tsx'

type Places = { department_id: Unit; grade_id: Unit; program_id: Unit }
const byIds = (ids: string[]) => query('GET /api/study-units', { query: { page_size: 2, ids } })
const none: Places = { department_id: null, grade_id: null, program_id: null }

export default function StudyUnitDialog({ kind, unit, onClose }: { kind: Kind; unit: StudyUnit | undefined; onClose: () => void }) {
  const t = useTexts('people')
  const places = usePlacesOf(unit)
  return places ? (
    <UnitForm kind={kind} unit={unit} places={places} onClose={onClose} />
  ) : (
    <Dialog open onClose={onClose} width={560} title={t('changeOf', { name: unit?.name ?? '' })}>
      <SkeletonRows rows={4} />
    </Dialog>
  )
}

/** The places of a unit with their names; undefined while these are read. */
function usePlacesOf(unit: StudyUnit | undefined): Places | undefined {
  const { department_id = null, grade_id = null, program_id = null } = unit ?? {}
  const departments = useQuery({
    ...query('GET /api/departments', { query: { page_size: 1, ids: department_id ? [department_id] : [] } }),
    enabled: department_id !== null,
  })
  const units = [grade_id, program_id].filter((id) => id !== null)
  const others = useQuery({ ...byIds(units), enabled: units.length > 0 })
  if (!unit) return none
  // without their names the ids stand
  const isRead = ({ data, isError }: { data: unknown; isError: boolean }) => data !== undefined || isError
  if ((department_id && !isRead(departments)) || (units.length > 0 && !isRead(others))) return undefined
  const named = (id: string | null, found: readonly { id: string; name: string }[] = []): Unit =>
    id === null ? null : { id, name: found.find((one) => one.id === id)?.name ?? '…' }
  return {
    department_id: named(department_id, departments.data?.items),
    grade_id: named(grade_id, others.data?.items),
    program_id: named(program_id, others.data?.items),
  }
}

function UnitForm({ kind, unit, places, onClose }: { kind: Kind; unit: StudyUnit | undefined; places: Places; onClose: () => void }) {
  const t = useTexts('people')
  const to = useTexts('organisation')
  const me = useMe()
  const form = useRowDialog<{ name: string; code: string } & Places>({
    row: unit,
    start: { name: unit?.name ?? '', code: unit?.code ?? '', ...places, ...(!unit && { department_id: me.bound }) },
    check: ({ name }) => ({ name: name.trim() ? undefined : t('nameMissing') }),
    placeField: 'department_id',
    write: ({ name, code, department_id, grade_id, program_id }, version) => {
      const body = {
        name: name.trim(),
        code: code.trim(),
        ...(kind !== 'grade' && { department_id: department_id?.id ?? null }),
        ...(kind === 'klass' && { grade_id: grade_id?.id ?? null, program_id: program_id?.id ?? null }),
      }
      return unit
        ? call('PUT /api/study-units/:id', { params: { id: unit.id }, body: { ...body, version } })
        : call('POST /api/study-units', { body: { kind, ...body } })
    },
    read: async () => unit && (await queryClient.fetchQuery({ ...byIds([unit.id]), staleTime: 0 })).items[0],
    refresh: refreshPeople,
    saved: ({ name }) => t('saved', { name: name.trim() }),
    onClose,
  })
  return (
    <RowDialog title={unit ? t('changeOf', { name: unit.name }) : t(`add.${kind}`)} form={form} onClose={onClose}>
      <TextField {...form.field('name')} label={to('name')} maxLength={200} autoFocus required />
      <TextField {...form.field('code')} label={t('code')} help={t('codeHelp')} maxLength={64} />
      {kind !== 'grade' && <DepartmentField {...form.field('department_id')} label={t('department')} none={t('noDepartment')} />}
      {kind === 'klass' && (
        <>
          <StudyUnitField {...form.field('grade_id')} kind="grade" label={t('grade')} none={t('no.grade')} />
          <StudyUnitField {...form.field('program_id')} kind="program" label={t('program')} none={t('no.program')} />
        </>
      )}
    </RowDialog>
  )
}
