// Form of a video quiz: its video, and folded whether questions may be passed over and how often each may be answered.
import { useTexts } from '../../i18n.ts'
import { Fold, nowOf } from '../../parts/learning/forms/fold.tsx'
import { PercentField } from '../../parts/learning/forms/percent-field.tsx'
import { Select } from '../../ui/fields/field.tsx'
import { NumberField } from '../../ui/fields/number-field.tsx'
import type { FieldsProps, TypeForm } from '../form.ts'

type Values = { pass_over: 'may_skip' | 'must_answer'; tries: number | null; needed: string }
const extensions = 'mp4 m4v mov avi mkv webm wmv flv mpg mpeg ts ogv 3gp'.split(' ')

const form: TypeForm<Values, 'video_quiz'> = {
  asks: true,
  criteria: ['answered', 'scored', 'by_hand', 'none'],
  file: { accept: 'video/*,.mkv,.flv', extensions, types: ['video'], drop: 'dropVideo', dropHelp: 'dropVideoHelp', most: 1 },
  fresh: { pass_over: 'may_skip', tries: 1, needed: '50' },
  of: ({ settings, completion_criterion: { kind, percent } }) => ({
    pass_over: settings.pass_over ?? 'may_skip',
    tries: settings.tries ?? 1,
    needed: String((kind === 'scored' && percent) || 50),
  }),
  faults({ tries, needed }, criterion) {
    const share = Number(needed)
    return {
      ...((tries === null || tries < 1 || tries > 20) && { 'settings.tries': 'triesRange' as const }),
      ...(criterion === 'scored' &&
        !(Number.isInteger(share) && share >= 1 && share <= 100) && { completion_criterion_key: 'percentRange' as const }),
    }
  },
  fields: ['completion_criterion_key', 'settings.pass_over', 'settings.tries'],
  body: ({ pass_over, tries, needed }, criterion) => ({
    ...(criterion === 'scored' && { completion_criterion_key: `scored_${Number(needed)}` }),
    settings: { pass_over, tries: tries ?? 1 },
  }),
  Fields,
  Folds,
  Needed,
}
export default form

function Fields({ fresh }: FieldsProps<Values>) {
  const t = useTexts('video-quiz')
  return fresh ? <p className="text-small text-text-2">{t('questionsLater')}</p> : null
}

function Folds({ values, change, faults }: FieldsProps<Values>) {
  const t = useTexts('video-quiz')
  return (
    <Fold
      title={t('answering')}
      now={nowOf(t(`passOverNow.${values.pass_over}`), values.tries !== null && t('triesNow', { count: values.tries }))}
      faulty={Boolean(faults['settings.pass_over'] || faults['settings.tries'])}
    >
      <Select
        label={t('passOver')}
        value={values.pass_over}
        onChange={(next) => change({ pass_over: next as Values['pass_over'] })}
        options={(['may_skip', 'must_answer'] as const).map((value) => ({ value, label: t(`pass_over.${value}`) }))}
        error={faults['settings.pass_over']}
      />
      <NumberField
        label={t('tries')}
        help={t('triesHelp')}
        value={values.tries}
        onChange={(tries) => change({ tries })}
        min={1}
        max={20}
        error={faults['settings.tries']}
        className="max-w-[260px]"
      />
    </Fold>
  )
}

function Needed({ values, change, faults, criterion }: FieldsProps<Values>) {
  const t = useTexts('video-quiz')
  if (criterion !== 'scored') return null
  return (
    <PercentField
      label={t('needed')}
      value={values.needed}
      onChange={(needed) => change({ needed })}
      error={faults.completion_criterion_key}
    />
  )
}
