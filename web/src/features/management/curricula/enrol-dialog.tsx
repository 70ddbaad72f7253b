// The dialog in which a class is enrolled in a term of a curriculum: once, or for as long as it is kept in step.
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { choices, termsQuery } from '../../../parts/learning/course/terms.ts'
import { useMe } from '../../../session/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { Select } from '../../../ui/fields/field.tsx'
import { FormFrame, useForm } from '../../../ui/fields/form.tsx'
import { Segmented } from '../../../ui/fields/segmented.tsx'
import type { Unit } from '../units/unit-fields.tsx'
import type { Curriculum } from './curricula.ts'
import { refusalAt } from '../row-form.tsx'
import { KlassField } from './klass-field.tsx'

type Values = { klass_id: Unit; term: string; term_id: string; mode: 'once' | 'keep' }

export default function EnrolDialog({
  curriculum: { id, program, rows },
  onClose,
  onBegun,
}: {
  curriculum: Curriculum
  onClose: () => void
  onBegun: (task: string) => void
}) {
  const t = useTexts('curricula')
  const me = useMe()
  const { data: known } = useQuery(termsQuery)
  const terms = [...new Set(rows.flatMap(({ term, compulsory }) => (compulsory ? [term] : [])))].toSorted((a, b) => a - b)
  const form = useForm<Values>({
    start: { klass_id: null, term: String(terms[0] ?? 1), term_id: '', mode: 'once' },
    check: ({ klass_id }) => ({ klass_id: klass_id ? undefined : t('klassMissing') }),
    explain: refusalAt('klass_id'),
    send: async ({ klass_id, term, term_id, mode }) => {
      const { task } = await call('POST /api/curricula/:id/enrol', {
        params: { id },
        body: { klass_id: klass_id?.id ?? '', term: Number(term), term_id: term_id || null, mode },
      })
      onBegun(task)
    },
  })
  const { mode } = form.values
  const { term } = form.values
  const codes = rows.filter((row) => row.compulsory && row.term === Number(term)).map(({ course_code }) => course_code)
  const { value: klass, onChange: setKlass, error } = form.field('klass_id')
  return (
    <Dialog
      open
      onClose={onClose}
      width={560}
      changed={form.changed}
      title={t('enrol')}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button variant="primary" type="submit" form="enrol" busy={form.busy} off={terms.length === 0 ? t('noCompulsory') : undefined}>
            {t('enrolNow')}
          </Button>
        </>
      }
    >
      <FormFrame form={form} id="enrol">
        <KlassField
          program={program.id}
          ofDepartment={me.bound !== null}
          none={t('chooseKlass')}
          value={klass}
          onChange={setKlass}
          error={error}
        />
        <Select
          {...form.field('term')}
          label={t('term')}
          help={codes.length > 0 ? codes.join(', ') : t('noCompulsory')}
          options={(terms.length > 0 ? terms : [1]).map((one) => ({ value: String(one), label: t('termNth', { nth: one }) }))}
        />
        <Select
          {...form.field('term_id')}
          label={t('coursesOf')}
          options={[{ value: '', label: t('notEnded') }, ...choices(known?.terms ?? [])]}
        />
        <div className="space-y-1.5">
          <Segmented<Values['mode']>
            label={t('mode')}
            value={mode}
            onChange={(next) => form.set({ mode: next })}
            options={(['once', 'keep'] as const).map((value) => ({ value, label: t(`mode.${value}`) }))}
          />
          <p className="max-w-[60ch] text-small text-text-2">{t(`modeText.${mode}`)}</p>
        </div>
        {me.bound && <p className="text-small text-text-2">{t('onlyDepartment', { name: me.bound.name })}</p>}
      </FormFrame>
    </Dialog>
  )
}
