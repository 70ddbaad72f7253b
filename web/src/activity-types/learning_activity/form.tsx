// Form of a learning activity: out of how much it is scored, and folded what is handed in and whose evaluation counts how much.
import { useTexts } from '../../i18n.ts'
import { PointsField } from '../../parts/learning/activity/points-field.tsx'
import { Fold, nowOf } from '../../parts/learning/forms/fold.tsx'
import { FilesFold, PeerDueField, PeersField, StripField } from '../../parts/learning/work/settings-fields.tsx'
import { Select } from '../../ui/fields/field.tsx'
import { NumberField } from '../../ui/fields/number-field.tsx'
import { displayLocal } from '../../ui/format.ts'
import { isLocal } from '../../ui/dates.ts'
import type { FieldsProps, TypeForm } from '../form.ts'
import { bodyOf, faultsOf, fresh, isEvaluated, type Values, valuesOf } from './form-values.ts'

const form: TypeForm<Values, 'learning_activity'> = {
  text: 'whatToDo',
  criteria: ['submitted', 'read', 'by_hand', 'none'],
  fresh,
  of: valuesOf,
  faults: faultsOf,
  fields: [
    'body',
    'points',
    'release',
    ...['file_types', 'files_most', 'file_size_mb', 'resubmissions', 'peer_reviews', 'peer_due'].map((name) => `settings.${name}`),
    ...['teacher_weight', 'self_weight', 'peer_weight'].map((name) => `settings.${name}`),
  ],
  body: bodyOf,
  Fields,
  Folds,
}
export default form

function Fields({ values, change, faults }: FieldsProps<Values>) {
  return <PointsField value={values.points} onChange={(points) => change({ points })} error={faults.points} />
}

function Folds({ values, change, faults }: FieldsProps<Values>) {
  const t = useTexts('learning-activity')
  const work = useTexts('work')
  const fault = (name: string) => faults[`settings.${name}`]
  const weight = (name: 'teacher' | 'self' | 'peer') => (
    <NumberField
      label={t(`part.${name}`)}
      value={values[name]}
      onChange={(next) => change({ [name]: next })}
      min={0}
      max={100}
      unit="%"
      error={fault(`${name}_weight`)}
    />
  )
  return (
    <>
      <Fold
        title={work('handing')}
        now={nowOf(
          t(`work.${values.work}`),
          values.work !== 'none' && Boolean(values.again) && work('againNow', { count: values.again ?? 0 }),
        )}
        faulty={Boolean(fault('resubmissions'))}
      >
        <Select
          label={t('work')}
          value={values.work}
          onChange={(work) => change({ work: work as Values['work'] })}
          options={(['none', 'both', 'text', 'files'] as const).map((value) => ({ value, label: t(`work.${value}`) }))}
          help={values.work === 'none' ? t('workNoneHelp') : undefined}
        />
        {values.work !== 'none' && (
          <NumberField
            label={t('again')}
            value={values.again}
            onChange={(again) => change({ again })}
            min={0}
            max={100}
            error={fault('resubmissions')}
          />
        )}
      </Fold>
      {values.work !== 'none' && values.work !== 'text' && <FilesFold values={values} change={change} fault={fault} />}
      {values.work !== 'none' && (
        <Fold
          title={t('evaluation')}
          now={nowOf(
            isEvaluated(values)
              ? t('evaluationNow', { teacher: values.teacher ?? 0, self: values.self ?? 0, peer: values.peer ?? 0 })
              : t('evaluationTeacher'),
            Boolean(values.peers) && work('peerNow', { count: values.peers ?? 0 }),
            isLocal(values.peerDue, 'datetime') &&
              (isEvaluated(values) || Boolean(values.peers)) &&
              work('untilNow', { when: displayLocal(values.peerDue) }),
            Boolean(values.peers) && !values.strip && work('propertiesStay'),
            t(`release.${values.release === 'at_once' ? 'at_once' : 'by_hand'}`),
          )}
          faulty={Boolean(faults.release) || ['teacher_weight', 'self_weight', 'peer_weight', 'peer_reviews', 'peer_due'].some(fault)}
        >
          <Select
            label={t('release')}
            value={values.release}
            onChange={(release) => change({ release: release as Values['release'] })}
            options={(['at_once', 'by_hand'] as const).map((value) => ({ value, label: t(`release.${value}`) }))}
            error={faults.release}
          />
          <p className="text-small text-text-2">{t('weightsHelp')}</p>
          <div className="grid grid-cols-3 gap-3 max-tablet:grid-cols-1">
            {weight('teacher')}
            {weight('self')}
            {weight('peer')}
          </div>
          <PeersField values={values} change={change} fault={fault} />
          {(isEvaluated(values) || Boolean(values.peers)) && <PeerDueField values={values} change={change} fault={fault} />}
          {Boolean(values.peers) && <StripField strip={values.strip} onChange={(strip) => change({ strip })} />}
        </Fold>
      )}
    </>
  )
}
