// Form of a package: its file, its points, and folded how many attempts there are, which of them counts, and how it is shown.
import { useTexts } from '../../i18n.ts'
import { PointsField, pointsFault } from '../../parts/learning/activity/points-field.tsx'
import { DescriptionField } from '../../parts/learning/forms/description-field.tsx'
import { Fold, nowOf } from '../../parts/learning/forms/fold.tsx'
import { PercentField } from '../../parts/learning/forms/percent-field.tsx'
import { Select } from '../../ui/fields/field.tsx'
import { NumberField } from '../../ui/fields/number-field.tsx'
import type { FieldsProps, TypeForm } from '../form.ts'

const beginnings = ['never', 'completed', 'always'] as const
const scores = ['best', 'last', 'first', 'average'] as const
const windows = ['frame', 'own'] as const
const resumes = ['ask', 'always'] as const
type Values = {
  body: string
  points: string
  /** Null: as many as they like. */
  most: number | null
  fresh: (typeof beginnings)[number]
  score: (typeof scores)[number]
  window: (typeof windows)[number]
  resume: (typeof resumes)[number]
  /** Per cent of the points that complete it, as typed. */
  needed: string
}
const largest = 4 * 1024 ** 3

const form: TypeForm<Values, 'scorm'> = {
  criteria: ['submitted', 'passed', 'scored', 'read', 'by_hand', 'none'],
  file: {
    accept: '.zip,application/zip',
    extensions: ['zip'],
    size: largest,
    types: ['scorm'],
    drop: 'dropPackage',
    dropHelp: 'dropPackageHelp',
    most: 1,
    place: { is_scorm: true },
    played: true,
  },
  fresh: { body: '', points: '', most: null, fresh: 'completed', score: 'best', window: 'frame', resume: 'ask', needed: '50' },
  of: ({ body, points, completion_criterion: { kind, percent }, settings }) => ({
    body,
    points: points ?? '',
    most: settings.attempts?.most ?? null,
    fresh: settings.attempts?.new ?? 'completed',
    score: settings.score ?? 'best',
    window: settings.window ?? 'frame',
    resume: settings.resume ?? 'ask',
    needed: String((kind === 'scored' && percent) || 50),
  }),
  faults({ points, most, needed }, criterion) {
    const share = Number(needed)
    return {
      ...pointsFault(points),
      ...(most !== null &&
        !(Number.isInteger(most) && most >= 1 && most <= 100) && { 'settings.attempts.most': 'packageAttemptsRange' as const }),
      ...(criterion === 'scored' &&
        !(Number.isInteger(share) && share >= 1 && share <= 100) && { completion_criterion_key: 'percentRange' as const }),
    }
  },
  fields: [
    'body',
    'points',
    'completion_criterion_key',
    ...['attempts', 'attempts.most', 'attempts.new', 'score', 'window', 'resume'].map((name) => `settings.${name}`),
  ],
  body: ({ body, points, most, fresh, score, window, resume, needed }, criterion) => ({
    body,
    points: points === '' ? null : points,
    ...(criterion === 'scored' && { completion_criterion_key: `scored_${Number(needed)}` }),
    settings: { attempts: { most, new: fresh }, score, window, resume },
  }),
  Fields,
  Folds,
  Needed,
}
export default form

function Fields({ values, change, faults }: FieldsProps<Values>) {
  return (
    <>
      <DescriptionField value={values.body} onChange={(body) => change({ body })} error={faults.body} />
      <PointsField value={values.points} onChange={(points) => change({ points })} error={faults.points} />
    </>
  )
}

function Needed({ values, change, faults, criterion }: FieldsProps<Values>) {
  const t = useTexts('packages')
  if (criterion !== 'scored') return null
  return (
    <PercentField
      label={t('needed')}
      value={values.needed}
      onChange={(needed) => change({ needed })}
      error={faults.completion_criterion_key}
      className="max-w-[260px]"
    />
  )
}

function Folds({ values, change, faults }: FieldsProps<Values>) {
  const t = useTexts('packages')
  return (
    <Fold
      title={t('attemptsAndScore')}
      now={nowOf(
        values.most === null ? t('unlimited') : t('mostNow', { n: values.most }),
        t(`scoreOf.${values.score}`),
        t(`window.${values.window}`),
      )}
      faulty={Boolean(faults['settings.attempts.most'])}
    >
      <div className="grid grid-cols-[repeat(auto-fill,minmax(220px,1fr))] items-start gap-4">
        <NumberField
          label={t('most')}
          help={t('mostHelp')}
          value={values.most}
          onChange={(most) => change({ most })}
          min={1}
          max={100}
          error={faults['settings.attempts.most']}
        />
        <Select
          label={t('newWhen')}
          value={values.fresh}
          onChange={(fresh) => change({ fresh })}
          options={beginnings.map((value) => ({ value, label: t(`newWhen.${value}`) }))}
        />
        <Select
          label={t('scoreOf')}
          value={values.score}
          onChange={(score) => change({ score })}
          options={scores.map((value) => ({ value, label: t(`scoreOf.${value}`) }))}
        />
        <Select
          label={t('window')}
          value={values.window}
          onChange={(window) => change({ window })}
          options={windows.map((value) => ({ value, label: t(`window.${value}`) }))}
        />
        <Select
          label={t('resume')}
          value={values.resume}
          onChange={(resume) => change({ resume })}
          options={resumes.map((value) => ({ value, label: t(`resume.${value}`) }))}
        />
      </div>
    </Fold>
  )
}
