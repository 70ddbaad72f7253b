// Form of an exam: its time stands open, the others are folded with their present state in a line.
import { useTexts } from '../../i18n.ts'
import { StripField } from '../../parts/learning/work/settings-fields.tsx'
import { Fold, nowOf } from '../../parts/learning/forms/fold.tsx'
import { PercentField } from '../../parts/learning/forms/percent-field.tsx'
import { Checkbox, Switch } from '../../ui/fields/checkbox.tsx'
import { Select } from '../../ui/fields/field.tsx'
import { NumberField } from '../../ui/fields/number-field.tsx'
import type { FieldsProps, TypeForm } from '../form.ts'
import { bodyOf, faultsOf, fresh, graceOf, type Values, valuesOf } from './form-values.ts'

const form: TypeForm<Values, 'exam'> = {
  text: 'aboutIt',
  asks: true,
  criteria: ['submitted', 'scored', 'passed', 'by_hand', 'none'],
  fresh,
  of: valuesOf,
  faults: faultsOf,
  fields: [
    'body',
    'anonymous',
    'completion_criterion_key',
    ...['limit_minutes', 'grace_minutes', 'attempts', 'counts', 'results_shown', 'results_when', 'play_limit'].map(
      (name) => `settings.${name}`,
    ),
  ],
  body: bodyOf,
  Fields,
  Folds,
  Needed,
}
export default form

function Fields({ values, change, faults }: FieldsProps<Values>) {
  const t = useTexts('exam-work')
  return (
    <NumberField
      label={t('limit')}
      help={t('limitHelp')}
      value={values.limit_minutes}
      onChange={(limit_minutes) => change({ limit_minutes })}
      min={1}
      max={10_080}
      unit={t('minutes')}
      error={faults['settings.limit_minutes']}
    />
  )
}

function Needed({ values, change, faults, criterion }: FieldsProps<Values>) {
  const t = useTexts('exam-work')
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

function Folds({ values, change, faults }: FieldsProps<Values>) {
  const t = useTexts('exam-work')
  const work = useTexts('work')
  const fault = (name: string) => faults[`settings.${name}`]
  const grace = graceOf(values)
  const select = <K extends 'counts' | 'results_shown' | 'results_when'>(
    name: K,
    options: readonly Values[K][],
    text: (value: Values[K]) => string,
  ) => (
    <Select
      label={t(name)}
      value={values[name] as string}
      onChange={(value) => change({ [name]: value } as Partial<Values>)}
      options={options.map((value) => ({ value: value as string, label: text(value) }))}
      error={fault(name)}
    />
  )
  const flag = (
    name: 'one_at_a_time' | 'no_way_back' | 'shuffle_questions' | 'shuffle_options' | 'one_device' | 'no_seeking',
    off?: string,
  ) => <Checkbox label={t(name)} checked={values[name] && !off} off={off} onChange={(on) => change({ [name]: on })} />
  return (
    <>
      <Fold
        title={t('attemptsTitle')}
        now={
          values.tries === 'once'
            ? t('attemptsNow', { count: 1 })
            : nowOf(
                values.tries === 'open' ? t('attemptsOpen') : values.attempts !== null && t('attemptsNow', { count: values.attempts }),
                t(`countsShort.${values.counts}`),
              )
        }
        faulty={['attempts', 'counts'].some(fault)}
      >
        <Select
          label={t('tries')}
          value={values.tries}
          onChange={(tries) => change({ tries: tries as Values['tries'] })}
          options={(['once', 'times', 'open'] as const).map((value) => ({ value, label: t(`tries.${value}`) }))}
        />
        {values.tries === 'times' && (
          <NumberField
            label={t('attempts')}
            value={values.attempts}
            onChange={(attempts) => change({ attempts })}
            min={2}
            max={20}
            error={fault('attempts')}
          />
        )}
        {values.tries !== 'once' && select('counts', ['best', 'last', 'first', 'average'], (value) => t(`counts.${value}`))}
      </Fold>
      <Fold
        title={t('asking')}
        now={nowOf(
          t(values.no_way_back && values.one_at_a_time ? 'no_way_back' : values.one_at_a_time ? 'one_at_a_time' : 'severalAtATime'),
          values.shuffle_questions && t('shuffle_questions'),
          values.shuffle_options && t('shuffle_options'),
        )}
      >
        <div className="flex flex-col items-start gap-2">
          {flag('one_at_a_time')}
          {flag('no_way_back', values.one_at_a_time ? undefined : t('noWayBackNeeds'))}
          {flag('shuffle_questions')}
          {flag('shuffle_options')}
        </div>
      </Fold>
      <Fold
        title={t('room')}
        now={nowOf(t(values.one_device ? 'one_device' : 'severalDevices'), grace !== undefined && t('graceNow', { count: grace }))}
        faulty={Boolean(fault('grace_minutes'))}
      >
        {flag('one_device')}
        <p className="text-small text-text-2">{t('oneDeviceHelp')}</p>
        <NumberField
          label={t('grace')}
          help={t('graceHelp')}
          value={values.grace_minutes}
          onChange={(grace_minutes) => change({ grace_minutes })}
          min={0}
          max={1440}
          unit={t('minutes')}
          error={fault('grace_minutes')}
          className="max-w-[260px]"
        />
        <p className="text-small text-text-2">{t('accessLater')}</p>
      </Fold>
      <Fold
        title={t('media')}
        now={nowOf(
          values.play_limit === null ? t('playsOpen') : t('playsNow', { count: values.play_limit }),
          values.no_seeking && t('no_seeking'),
        )}
        faulty={Boolean(fault('play_limit'))}
      >
        <NumberField
          label={t('playLimit')}
          whenEmpty={t('playLimitHelp')}
          value={values.play_limit}
          onChange={(play_limit) => change({ play_limit })}
          min={1}
          max={100}
          error={fault('play_limit')}
          className="max-w-[260px]"
        />
        {flag('no_seeking')}
      </Fold>
      <Fold
        title={t('markingTitle')}
        now={nowOf(
          t(values.anonymous ? 'anonymousShort' : 'namesShort'),
          values.anonymous && !values.strip_properties && work('propertiesStay'),
          t(values.second_marker ? 'secondShort' : 'firstShort'),
        )}
        faulty={Boolean(faults.anonymous)}
      >
        <Switch
          label={t('anonymous')}
          help={t('anonymousHelp')}
          checked={values.anonymous}
          onChange={(anonymous) => change({ anonymous })}
          error={faults.anonymous}
        />
        {values.anonymous && <StripField strip={values.strip_properties} onChange={(strip_properties) => change({ strip_properties })} />}
        <Switch
          label={t('second')}
          help={t('secondHelp')}
          checked={values.second_marker}
          onChange={(second_marker) => change({ second_marker })}
        />
      </Fold>
      <Fold
        title={t('results')}
        now={nowOf(
          t(`results_shown.${values.results_shown}`),
          values.results_shown !== 'nothing' && t(`results_when.${values.anonymous ? 'by_hand' : values.results_when}`),
        )}
        faulty={['results_shown', 'results_when'].some(fault)}
      >
        {select('results_shown', ['nothing', 'score', 'answers', 'feedback'], (value) => t(`results_shown.${value}`))}
        {values.anonymous ? (
          <p className="text-small text-text-2">{t('resultsAnonymous')}</p>
        ) : (
          select('results_when', ['at_once', 'after_close', 'by_hand'], (value) => t(`results_when.${value}`))
        )}
      </Fold>
    </>
  )
}
