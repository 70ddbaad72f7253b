// The dialog of a new curriculum: its program, name and number of terms. Its courses are written on its own page.
import { call } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { useMe } from '../../../session/session.ts'
import { TextField } from '../../../ui/fields/field.tsx'
import { useForm } from '../../../ui/fields/form.tsx'
import { NumberField } from '../../../ui/fields/number-field.tsx'
import { RowDialog } from '../row-dialog.tsx'
import { refusalAt } from '../row-form.tsx'
import { StudyUnitField, type Unit } from '../units/unit-fields.tsx'
import { mostTerms, refreshLists } from './curricula.ts'

export default function NewCurriculum({ onClose, onMade }: { onClose: () => void; onMade: (id: string) => void }) {
  const t = useTexts('curricula')
  const me = useMe()
  const form = useForm<{ program_id: Unit; name: string; terms: number | null }>({
    start: { program_id: null, name: '', terms: 8 },
    check: ({ program_id, name, terms }) => ({
      program_id: program_id ? undefined : t('programMissing'),
      name: name.trim() ? undefined : t('nameMissing'),
      terms: terms && terms <= mostTerms ? undefined : t('termsWrong', { most: mostTerms }),
    }),
    explain: refusalAt('program_id'),
    send: async ({ program_id, name, terms }) => {
      const { id } = await call('POST /api/curricula', { body: { program_id: program_id?.id ?? '', name, terms: terms ?? 1 } })
      await refreshLists()
      onMade(id)
    },
  })
  return (
    <RowDialog title={t('addCurriculum')} form={form} save={t('make')} onClose={onClose}>
      <StudyUnitField
        {...form.field('program_id')}
        kind="program"
        autoFocus
        ofDepartment={me.bound !== null}
        label={t('program')}
        none={t('chooseProgram')}
      />
      <TextField {...form.field('name')} label={t('name')} help={t('nameHelp')} maxLength={200} required />
      <NumberField {...form.field('terms')} label={t('terms')} min={1} max={mostTerms} className="w-[160px]" />
    </RowDialog>
  )
}
