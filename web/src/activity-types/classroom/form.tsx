// Form of a classroom: its text and place, and folded how its roll calls begin.
import { useTexts } from '../../i18n.ts'
import { Fold, nowOf } from '../../parts/learning/forms/fold.tsx'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { Field, TextField } from '../../ui/fields/field.tsx'
import { NumberField } from '../../ui/fields/number-field.tsx'
import type { FieldsProps, TypeForm } from '../form.ts'

const ways = ['number', 'qr', 'hand'] as const
type Values = { body: string; place: string; ways: readonly (typeof ways)[number][]; minutes: number | null; lateAfter: number | null }
const most = 240

const form: TypeForm<Values, 'classroom'> = {
  text: 'aboutIt',
  criteria: ['attended', 'read', 'by_hand', 'none'],
  fresh: { body: '', place: '', ways: ['number', 'qr'], minutes: 5, lateAfter: null },
  of: ({ body, settings }) => ({
    body,
    place: settings.place ?? '',
    ways: settings.ways ?? ['number', 'qr'],
    minutes: settings.minutes ?? 5,
    lateAfter: settings.late_after ?? null,
  }),
  faults: ({ ways: chosen, minutes, lateAfter }) => ({
    ...(chosen.length === 0 && { 'settings.ways': 'waysNeeded' }),
    ...(!isMinutes(minutes) && { 'settings.minutes': 'minutesRange' }),
    ...(lateAfter !== null && !isMinutes(lateAfter) && { 'settings.late_after': 'minutesRange' }),
  }),
  fields: ['body', 'completion_criterion_key', ...['place', 'ways', 'minutes', 'late_after'].map((name) => `settings.${name}`)],
  body: ({ body, place, ways: chosen, minutes, lateAfter }) => ({
    body,
    settings: { place, ways: [...chosen], minutes: minutes ?? 5, late_after: lateAfter },
  }),
  Fields,
  Folds,
}
export default form

const isMinutes = (value: number | null): value is number => value !== null && Number.isInteger(value) && value >= 1 && value <= most

function Fields({ values, change, faults }: FieldsProps<Values>) {
  const t = useTexts('attendance')
  return (
    <TextField
      label={t('place')}
      help={t('placeHelp')}
      value={values.place}
      onChange={(place) => change({ place })}
      maxLength={200}
      error={faults['settings.place']}
    />
  )
}

function Folds({ values, change, faults }: FieldsProps<Values>) {
  const t = useTexts('attendance')
  const chosen = ways.filter((way) => values.ways.includes(way))
  return (
    <Fold
      title={t('rollCall')}
      now={nowOf(...chosen.map((way) => t(`ways.${way}`)))}
      faulty={Boolean(faults['settings.ways'] ?? faults['settings.minutes'] ?? faults['settings.late_after'])}
    >
      <Field label={t('waysLabel')} group error={faults['settings.ways']}>
        {() => (
          <div className="flex flex-wrap gap-x-5 gap-y-1.5">
            {ways.map((way) => (
              <Checkbox
                key={way}
                label={t(`ways.${way}`)}
                checked={values.ways.includes(way)}
                onChange={(on) => change({ ways: ways.filter((one) => (one === way ? on : values.ways.includes(one))) })}
              />
            ))}
          </div>
        )}
      </Field>
      <NumberField
        label={t('minutes')}
        value={values.minutes}
        onChange={(minutes) => change({ minutes })}
        min={1}
        max={most}
        unit="min"
        error={faults['settings.minutes']}
      />
      <NumberField
        label={t('lateAfter')}
        help={t('lateAfterHelp')}
        value={values.lateAfter}
        onChange={(lateAfter) => change({ lateAfter })}
        min={1}
        max={most}
        unit="min"
        error={faults['settings.late_after']}
      />
    </Fold>
  )
}
