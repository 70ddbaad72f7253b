// Form of a questionnaire: whether names are kept, and folded what may be changed and who sees the results.
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router-dom'
import { useTexts } from '../../i18n.ts'
import { queryOf } from '../../queries.ts'
import { reads } from '../../reads.ts'
import { Fold, nowOf } from '../../parts/learning/forms/fold.tsx'
import { Switch } from '../../ui/fields/checkbox.tsx'
import { Select } from '../../ui/fields/field.tsx'
import type { FieldsProps, TypeForm } from '../form.ts'

type Values = {
  body: string
  anonymous: boolean
  group_set: string
  changeable: boolean
  results_for_students: boolean
  show_progress: boolean
}

const form: TypeForm<Values, 'questionnaire'> = {
  text: 'aboutIt',
  asks: true,
  criteria: ['answered', 'by_hand', 'none'],
  fresh: { body: '', anonymous: true, group_set: '', changeable: false, results_for_students: false, show_progress: true },
  of: ({ body, anonymous, group_set_id, settings }) => ({
    body,
    anonymous,
    group_set: group_set_id ?? '',
    changeable: settings.changeable ?? false,
    results_for_students: settings.results_for_students ?? false,
    show_progress: settings.show_progress ?? true,
  }),
  faults: () => ({}),
  fields: ['body', 'anonymous', 'group_set_id'],
  body: ({ body, anonymous, group_set, ...settings }) => ({ body, anonymous, group_set_id: group_set || null, settings }),
  Fields,
  Folds,
}
export default form

function Fields({ values, change, faults, fresh }: FieldsProps<Values>) {
  const t = useTexts('questionnaire')
  return (
    <>
      <Switch
        label={t('anonymous')}
        help={t('anonymousHelp')}
        checked={values.anonymous}
        onChange={(anonymous) => change({ anonymous })}
        error={faults.anonymous}
      />
      {fresh && <p className="text-small text-text-2">{t('questionsLater')}</p>}
    </>
  )
}

function Folds({ values, change, faults }: FieldsProps<Values>) {
  const t = useTexts('questionnaire')
  const { data } = useQuery(queryOf(reads.groupSets, { id: useParams().id }))
  const sets = data?.items ?? []
  const set = sets.find(({ id }) => id === values.group_set)
  return (
    <>
      <Fold
        title={t('answering')}
        now={nowOf(
          t(values.changeable && !values.anonymous ? 'changeable' : 'unchangeable'),
          t(values.show_progress ? 'withProgress' : 'withoutProgress'),
        )}
      >
        {!values.anonymous && (
          <Switch label={t('changeable')} checked={values.changeable} onChange={(changeable) => change({ changeable })} />
        )}
        <Switch label={t('showProgress')} checked={values.show_progress} onChange={(show_progress) => change({ show_progress })} />
      </Fold>
      <Fold
        title={t('results')}
        now={nowOf(t(values.results_for_students ? 'resultsForStudents' : 'resultsForTeachers'), set && t('groupsOf', { name: set.name }))}
        faulty={Boolean(faults.group_set_id)}
      >
        <Switch
          label={t('resultsForStudents')}
          checked={values.results_for_students}
          onChange={(results_for_students) => change({ results_for_students })}
        />
        {sets.length > 0 && (
          <Select
            label={t('groups')}
            help={t('groupsHelp')}
            value={values.group_set}
            onChange={(group_set) => change({ group_set })}
            options={[{ value: '', label: t('noGroups') }, ...sets.map(({ id, name }) => ({ value: id, label: name }))]}
            error={faults.group_set_id}
          />
        )}
      </Fold>
    </>
  )
}
