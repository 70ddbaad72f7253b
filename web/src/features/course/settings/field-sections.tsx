// The sections of a course's own fields.
import { call } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { useMe } from '../../../session/session.ts'
import { Switch } from '../../../ui/fields/checkbox.tsx'
import { Combobox } from '../../../ui/fields/combobox.tsx'
import { Select, TextArea, TextField } from '../../../ui/fields/field.tsx'
import { RadioGroup } from '../../../ui/fields/radio-group.tsx'
import type { Course } from '../frame/queries.ts'
import { Dates } from './date-section.tsx'
import { type Bound, FieldsForm } from './fields-form.tsx'
import { departmentName, departmentValue } from './values.ts'

export default function FieldSections({ course }: { course: Course }) {
  return (
    <>
      <About course={course} />
      <Place course={course} />
      <Dates course={course} />
      <Access course={course} />
      <Learning course={course} />
    </>
  )
}

const pair = 'grid gap-4 tablet:grid-cols-2'

function About({ course }: { course: Course }) {
  const t = useTexts('course-settings')
  const labels = {
    name: t('name'),
    display_name: t('displayName'),
    course_code: t('code'),
    subject_code: t('subjectCode'),
    course_outline: t('outline'),
    course_type: t('kind'),
  }
  const kinds = { 1: 'kind.course', 7: 'kind.studio', 8: 'kind.project', 11: 'kind.elsewhere' } as const
  const kind = (type: string) => t(kinds[Number(type) as keyof typeof kinds] ?? kinds[1])
  // from elsewhere is what comes from there; of any other type it is a course
  const types = [
    ...new Set([String(course.course_type), ...(['7', '8', '11'].includes(String(course.course_type)) ? ['1'] : []), '7', '8']),
  ]
  return (
    <FieldsForm
      course={course}
      section="about"
      title={t('about')}
      labels={labels}
      show={{ course_type: (value) => kind(String(value)) }}
      check={({ name }) => ({ name: name.trim() ? undefined : t('nameMissing') })}
    >
      {(bind) => (
        <>
          <TextField {...bind('name')} label={labels.name} maxLength={200} required />
          <TextField {...bind('display_name')} label={labels.display_name} help={t('displayNameHelp')} maxLength={200} />
          <div className={pair}>
            <TextField {...bind('course_code')} label={labels.course_code} maxLength={64} />
            <TextField {...bind('subject_code')} label={labels.subject_code} maxLength={64} />
          </div>
          <Select
            {...bind('course_type')}
            label={labels.course_type}
            help={t('kindHelp')}
            options={types.map((value) => ({ value, label: kind(value) }))}
          />
          <TextArea {...bind('course_outline')} label={labels.course_outline} help={t('outlineHelp')} rows={6} maxLength={20_000} />
        </>
      )}
    </FieldsForm>
  )
}

function Place({ course }: { course: Course }) {
  const t = useTexts('course-settings')
  const labels = {
    department: t('department'),
    grade: t('grade'),
    klass: t('klass'),
    teaching_class_name: t('teachingClass'),
    compulsory: t('compulsory'),
  }
  return (
    <FieldsForm
      course={course}
      section="place"
      title={t('place')}
      labels={labels}
      show={{ department: (value) => departmentName(String(value)) }}
    >
      {(bind) => (
        <>
          <DepartmentField {...bind('department')} label={labels.department} />
          <div className={pair}>
            <TextField {...bind('grade')} label={labels.grade} maxLength={200} />
            <TextField {...bind('klass')} label={labels.klass} maxLength={200} />
          </div>
          <TextField {...bind('teaching_class_name')} label={labels.teaching_class_name} help={t('teachingClassHelp')} maxLength={200} />
          <BoundSwitch {...bind('compulsory')} label={labels.compulsory} />
        </>
      )}
    </FieldsForm>
  )
}

function DepartmentField({ label, value, error, onChange }: Bound<'department'> & { label: string }) {
  const t = useTexts('course-settings')
  const none = { value: '', label: t('noDepartment') }
  return (
    <Combobox
      label={label}
      help={t('departmentHelp')}
      error={error}
      value={value ? { value, label: departmentName(value) } : none}
      onChange={(option) => onChange(option?.value ?? '')}
      search={async (text, signal) => {
        const { items, total } = await call('GET /api/departments', { query: { page_size: 50, ...(text && { keyword: text }) }, signal })
        const found = items.map((one) => ({ value: departmentValue(one), label: one.name }))
        return { options: text ? found : [none, ...found], total }
      }}
    />
  )
}

function Access({ course }: { course: Course }) {
  const t = useTexts('course-settings')
  const me = useMe()
  const labels = { public_scope: t('scope'), allow_clone: t('allowClone') }
  return (
    <FieldsForm
      course={course}
      section="access"
      title={t('access')}
      labels={labels}
      show={{ public_scope: (value) => t(`scope.${value as 'members'}`) }}
    >
      {(bind) => {
        const scope = bind('public_scope')
        const guests = me.org?.guest_preview || scope.value === 'public' ? undefined : t('guestsOff')
        return (
          <>
            <RadioGroup
              label={labels.public_scope}
              value={scope.value}
              error={scope.error}
              onChange={scope.onChange}
              options={[
                { value: 'members', label: t('scope.members'), help: t('scopeHelp.members') },
                { value: 'organisation', label: t('scope.organisation'), help: t('scopeHelp.organisation') },
                { value: 'public', label: t('scope.public'), help: t('scopeHelp.public'), off: guests },
              ]}
            />
            <BoundSwitch {...bind('allow_clone')} label={labels.allow_clone} help={t('allowCloneHelp')} />
          </>
        )
      }}
    </FieldsForm>
  )
}

function Learning({ course }: { course: Course }) {
  const t = useTexts('course-settings')
  const labels = { learning_mode: t('mode'), class_distribution: t('classDistribution') }
  return (
    <FieldsForm
      course={course}
      section="learning"
      title={t('learning')}
      labels={labels}
      show={{ learning_mode: (value) => t(`mode.${value as 'normal'}`) }}
    >
      {(bind) => {
        const mode = bind('learning_mode')
        return (
          <>
            <RadioGroup
              label={labels.learning_mode}
              value={mode.value}
              error={mode.error}
              onChange={mode.onChange}
              options={[
                { value: 'normal', label: t('mode.normal'), help: t('modeHelp.normal') },
                {
                  value: 'checkpoint',
                  label: t('mode.checkpoint'),
                  help: t('modeHelp.checkpoint'),
                  off: course.lite ? t('modeLite') : undefined,
                },
              ]}
            />
            <BoundSwitch {...bind('class_distribution')} label={labels.class_distribution} help={t('classDistributionHelp')} />
          </>
        )
      }}
    </FieldsForm>
  )
}

const BoundSwitch = ({
  value,
  error,
  onChange,
  label,
  help,
}: Bound<'compulsory' | 'allow_clone' | 'class_distribution'> & { label: string; help?: string }) => (
  <Switch label={label} help={help} checked={value} error={error} onChange={onChange} className="flex" />
)
