// Form of homework: its points and rubric, and folded how it is handed in, marked and returned.
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router-dom'
import { type Translate, useTexts } from '../../i18n.ts'
import { Fold, nowOf } from '../../parts/learning/forms/fold.tsx'
import { PercentField } from '../../parts/learning/forms/percent-field.tsx'
import { PointsField } from '../../parts/learning/activity/points-field.tsx'
import { FilesFold, PeerDueField, PeersField, StripField } from '../../parts/learning/work/settings-fields.tsx'
import { RubricField, takeRubric } from '../../parts/learning/rubrics/rubric-field.tsx'
import { queryOf } from '../../queries.ts'
import { reads } from '../../reads.ts'
import { displayLocal } from '../../ui/format.ts'
import { isLocal } from '../../ui/dates.ts'
import { Switch } from '../../ui/fields/checkbox.tsx'
import { DateTimeField } from '../../ui/fields/date-field.tsx'
import { DecimalField } from '../../ui/fields/decimal-field.tsx'
import { Select } from '../../ui/fields/field.tsx'
import { NumberField } from '../../ui/fields/number-field.tsx'
import { inReaderSign } from '../../ui/numbers.ts'
import type { FieldsProps, TypeForm } from '../form.ts'
import { bodyOf, faultsOf, fresh, type Release, type Values, valuesOf } from './form-values.ts'

const form: TypeForm<Values, 'homework'> = {
  text: 'whatToDo',
  criteria: ['submitted', 'scored', 'by_hand', 'none'],
  fresh,
  of: valuesOf,
  faults: faultsOf,
  fields: [
    'body',
    'points',
    'group_set_id',
    'anonymous',
    'release',
    'release_time',
    'completion_criterion_key',
    ...['file_types', 'files_most', 'file_size_mb', 'late_percent', 'late_lowest', 'late_grace_minutes', 'resubmissions'].map(
      (name) => `settings.${name}`,
    ),
    ...['resubmit_until', 'peer_reviews', 'peer_due', 'group_marks'].map((name) => `settings.${name}`),
  ],
  body: bodyOf,
  made: ({ rubric }, activity) => takeRubric(activity, rubric),
  Fields,
  Folds,
  Needed,
}
export default form

function Fields({ values, change, faults, fresh }: FieldsProps<Values>) {
  return (
    <>
      <PointsField value={values.points} onChange={(points) => change({ points })} error={faults.points} />
      <RubricField
        value={values.rubric}
        onChange={(rubric) => change({ rubric })}
        fresh={fresh}
        points={values.points}
        onPoints={(points) => change({ points })}
      />
    </>
  )
}

function Needed({ values, change, faults, criterion }: FieldsProps<Values>) {
  const t = useTexts('homework')
  if (criterion !== 'scored') return null
  return (
    <PercentField
      label={t('needed')}
      value={values.needed}
      onChange={(needed) => change({ needed })}
      error={faults.completion_criterion_key}
      help={t('neededHelp')}
    />
  )
}

function Folds({ values, change, faults }: FieldsProps<Values>) {
  const t = useTexts('homework')
  const work = useTexts('work')
  const fault = (name: string) => faults[`settings.${name}`]
  return (
    <>
      <HandingFold values={values} change={change} faults={faults} />
      {values.work !== 'text' && <FilesFold values={values} change={change} fault={fault} />}
      <Fold
        title={t('marking')}
        now={nowOf(
          t(`release.${values.anonymous ? 'by_hand' : values.release}`),
          values.release === 'at_time' &&
            !values.anonymous &&
            isLocal(values.releaseTime, 'datetime') &&
            t('fromNow', { when: displayLocal(values.releaseTime) }),
          values.anonymous && t('anonymous'),
          values.anonymous && !values.strip && work('propertiesStay'),
          values.second && t('second'),
        )}
        faulty={Boolean(faults.release_time || faults.release || faults.anonymous)}
      >
        <Select
          label={t('release')}
          value={values.anonymous ? 'by_hand' : values.release}
          onChange={(release) => change({ release: release as Release })}
          options={(values.anonymous ? (['by_hand'] as const) : (['at_once', 'by_hand', 'at_time'] as const)).map((value) => ({
            value,
            label: t(`release.${value}`),
          }))}
          error={faults.release}
        />
        {values.release === 'at_time' && !values.anonymous && (
          <DateTimeField
            label={t('releaseTime')}
            time="08:00"
            value={values.releaseTime}
            onChange={(releaseTime) => change({ releaseTime })}
            error={faults.release_time}
          />
        )}
        <Switch
          label={t('anonymousMarking')}
          help={t('anonymousHelp')}
          checked={values.anonymous}
          onChange={(anonymous) => change({ anonymous })}
          error={faults.anonymous}
        />
        {values.anonymous && <StripField strip={values.strip} onChange={(strip) => change({ strip })} />}
        <Switch label={t('secondMarker')} help={t('secondHelp')} checked={values.second} onChange={(second) => change({ second })} />
      </Fold>
      <Fold
        title={work('peer')}
        now={
          values.peers
            ? nowOf(
                work('peerNow', { count: values.peers }),
                isLocal(values.peerDue, 'datetime') && work('untilNow', { when: displayLocal(values.peerDue) }),
                !values.anonymous && !values.strip && work('propertiesStay'),
              )
            : work('peerNone')
        }
        faulty={Boolean(fault('peer_reviews') || fault('peer_due'))}
      >
        <PeersField values={values} change={change} fault={fault} />
        {Boolean(values.peers) && <PeerDueField values={values} change={change} fault={fault} />}
        {Boolean(values.peers) && !values.anonymous && <StripField strip={values.strip} onChange={(strip) => change({ strip })} />}
      </Fold>
    </>
  )
}

/** The handing in: by whom, as text or files, after the due time, and how often. */
function HandingFold({ values, change, faults }: Pick<FieldsProps<Values>, 'values' | 'change' | 'faults'>) {
  const t = useTexts('homework')
  const work = useTexts('work')
  const { data } = useQuery(queryOf(reads.groupSets, { id: useParams().id }))
  const sets = data?.items ?? []
  const set = sets.find(({ id }) => id === values.groupSet)
  const fault = (name: string) => faults[`settings.${name}`]
  return (
    <Fold
      title={work('handing')}
      now={nowOf(
        values.groupSet === '' ? t('alone') : set ? t('groupsOf', { name: set.name }) : t('groupsNow'),
        values.groupSet !== '' && values.groupMarks === 'each' && t('groupMarks.each'),
        values.work !== fresh.work && t(`work.${values.work}`),
        ...lateNow(values, t),
        values.again === 'times' ? values.times !== null && work('againNow', { count: values.times }) : t(`again.${values.again}`),
        values.again !== 'never' && isLocal(values.againUntil, 'datetime') && work('untilNow', { when: displayLocal(values.againUntil) }),
      )}
      faulty={Boolean(
        faults.group_set_id ||
          ['group_marks', 'late_percent', 'late_lowest', 'late_grace_minutes', 'resubmissions', 'resubmit_until'].some(fault),
      )}
    >
      <Select
        label={t('work')}
        value={values.work}
        onChange={(work) => change({ work: work as Values['work'] })}
        options={(['both', 'text', 'files'] as const).map((value) => ({ value, label: t(`work.${value}`) }))}
      />
      <Select
        label={t('who')}
        value={values.groupSet}
        onChange={(groupSet) => change({ groupSet })}
        options={[{ value: '', label: t('alone') }, ...sets.map(({ id, name }) => ({ value: id, label: t('groupsOf', { name }) }))]}
        help={sets.length === 0 && data ? t('noSets') : undefined}
        error={faults.group_set_id}
      />
      {values.groupSet !== '' && (
        <Select
          label={t('groupMarks')}
          value={values.groupMarks}
          onChange={(groupMarks) => change({ groupMarks: groupMarks as Values['groupMarks'] })}
          options={(['one', 'each'] as const).map((value) => ({ value, label: t(`groupMarks.${value}`) }))}
          error={fault('group_marks')}
        />
      )}
      <Late values={values} change={change} fault={fault} />
      <Again values={values} change={change} fault={fault} />
    </Fold>
  )
}

/** Nothing where the rule of the course holds. */
function lateNow({ late, latePercent: percent, latePer, lateLowest, grace }: Values, t: Translate<'homework'>) {
  if (late === 'course') return []
  if (late !== 'own') return [t(`lateNow.${late}`)]
  return [
    percent !== '' && t(`lateNow.${latePer}`, { percent: inReaderSign(percent) }),
    Number(lateLowest) > 0 && t('lowestNow', { percent: inReaderSign(lateLowest) }),
    grace !== null && grace > 0 && t('graceNow', { count: grace }),
  ]
}

type PartProps = Pick<FieldsProps<Values>, 'values' | 'change'> & { fault: (setting: string) => string | undefined }

function Late({ values, change, fault }: PartProps) {
  const t = useTexts('homework')
  return (
    <>
      <Select
        label={t('late')}
        value={values.late}
        onChange={(late) => change({ late: late as Values['late'] })}
        options={(['course', 'none', 'own', 'refused'] as const).map((value) => ({ value, label: t(`late.${value}`) }))}
      />
      {values.late === 'own' && (
        <div className="grid grid-cols-2 gap-3 border-l-2 border-line pl-3">
          <DecimalField
            label={t('latePercent')}
            value={values.latePercent}
            onChange={(latePercent) => change({ latePercent })}
            maxLength={20}
            error={fault('late_percent')}
          />
          <Select
            label={t('latePer')}
            value={values.latePer}
            onChange={(latePer) => change({ latePer: latePer as Values['latePer'] })}
            options={(['day', 'hour'] as const).map((value) => ({ value, label: t(`latePer.${value}`) }))}
          />
          <DecimalField
            label={t('lateLowest')}
            value={values.lateLowest}
            onChange={(lateLowest) => change({ lateLowest })}
            maxLength={20}
            error={fault('late_lowest')}
          />
          <NumberField
            label={t('grace')}
            value={values.grace}
            onChange={(grace) => change({ grace })}
            min={0}
            max={10_080}
            error={fault('late_grace_minutes')}
          />
        </div>
      )}
    </>
  )
}

function Again({ values, change, fault }: PartProps) {
  const t = useTexts('homework')
  return (
    <>
      <Select
        label={t('again')}
        value={values.again}
        onChange={(again) => change({ again: again as Values['again'] })}
        options={(['never', 'times', 'open'] as const).map((value) => ({ value, label: t(`again.${value}`) }))}
        help={values.again === 'never' ? t('againHelp') : undefined}
      />
      {values.again !== 'never' && (
        <div className="space-y-3 border-l-2 border-line pl-3">
          {values.again === 'times' && (
            <NumberField
              label={t('times')}
              value={values.times}
              onChange={(times) => change({ times })}
              min={1}
              max={100}
              error={fault('resubmissions')}
            />
          )}
          <DateTimeField
            label={t('againUntil')}
            time="23:59"
            value={values.againUntil}
            onChange={(againUntil) => change({ againUntil })}
            whenEmpty={t('againUntilHelp')}
            error={fault('resubmit_until')}
          />
        </div>
      )}
    </>
  )
}
