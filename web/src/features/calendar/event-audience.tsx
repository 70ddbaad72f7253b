// Whom an event is for: courses or departments, and of their people all, or those of some roles, groups, or chosen by name.
import { useTexts } from '../../i18n.ts'
import { searchDepartments, searchGroups, searchMembers, searchPeople, searchTaught } from '../../parts/learning/calendar/searches.ts'
import type { EntryFormState } from '../../parts/learning/calendar/use-entry-form.tsx'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { MultiCombobox, type Option } from '../../ui/fields/combobox.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { Segmented } from '../../ui/fields/segmented.tsx'
import { allCourses, isOfAll, type Values } from './event-values.ts'

const courseRoles = ['student', 'instructor', 'instructor_assistant'] as const
const orgRoles = ['student', 'instructor', 'instructor_assistant', 'faculty', 'educational_admin', 'admin', 'wg_admin'] as const

export function EventAudience({ form, teaches, manages }: { form: EntryFormState<Values>; teaches: boolean; manages: boolean }) {
  const t = useTexts('calendar')
  const { target_type, course_id } = form.values
  const all = isOfAll(course_id)
  /** All courses, or some of them. People and groups are those of the courses that were chosen with them. */
  const chooseCourses = (chosen: readonly Option[]) => {
    const next =
      isOfAll(chosen) && !all ? chosen.filter(({ value }) => value === allCourses) : chosen.filter(({ value }) => value !== allCourses)
    form.set({ course_id: next, user_ids: [], group_ids: [] })
  }
  return (
    <>
      <div>
        {/* the group has the same name */}
        <div aria-hidden className="mb-1 text-body font-medium">
          {t('for')}
        </div>
        <Segmented
          label={t('for')}
          value={target_type}
          onChange={(next) => form.set({ target_type: next, role_ids: [], user_ids: [], group_ids: [] })}
          options={[
            { value: 'self', label: t('for.self') },
            ...(teaches ? [{ value: 'course' as const, label: t('for.course') }] : []),
            ...(manages ? [{ value: 'department' as const, label: t('for.department') }] : []),
          ]}
        />
      </div>
      {target_type === 'course' && (
        <MultiCombobox
          label={t('courses')}
          search={async (typed, signal) => {
            const { options } = await searchTaught(typed, signal)
            return { options: typed ? options : [{ value: allCourses, label: t('allCourses') }, ...options] }
          }}
          value={course_id}
          error={form.field('course_id').error}
          onChange={chooseCourses}
        />
      )}
      {target_type === 'department' && (
        <MultiCombobox
          label={t('departments')}
          search={searchDepartments}
          value={form.values.department_ids}
          error={form.field('department_ids').error}
          onChange={form.field('department_ids').onChange}
        />
      )}
      {(target_type === 'department' || (target_type === 'course' && course_id.length > 0)) && <Some form={form} />}
    </>
  )
}

function Some({ form }: { form: EntryFormState<Values> }) {
  const t = useTexts('calendar')
  const { target_type, course_id, role_ids, user_ids, group_ids } = form.values
  const ofCourses = target_type === 'course'
  const [only] = course_id
  return (
    <fieldset className="space-y-3 rounded-card border border-line p-3">
      <legend className="px-1 text-body font-medium">{t('someOnly')}</legend>
      <p className="text-caption text-text-3">{t('someHelp')}</p>
      <Field group label={t('roles')} error={form.field('role_ids').error}>
        {() => (
          <div className="flex flex-wrap gap-x-5 gap-y-1.5">
            {(ofCourses ? courseRoles : orgRoles).map((role) => (
              <Checkbox
                key={role}
                label={t(`role.${role}`)}
                checked={role_ids.includes(role)}
                onChange={(on) => form.set({ role_ids: on ? [...role_ids, role] : role_ids.filter((one) => one !== role) })}
              />
            ))}
          </div>
        )}
      </Field>
      {ofCourses && !isOfAll(course_id) && (
        <MultiCombobox
          label={t('groups')}
          search={searchGroups(course_id)}
          value={group_ids}
          error={form.field('group_ids').error}
          onChange={form.field('group_ids').onChange}
        />
      )}
      <MultiCombobox
        label={t('people')}
        search={ofCourses && course_id.length === 1 && only && only.value !== allCourses ? searchMembers(only.value) : searchPeople}
        value={user_ids}
        error={form.field('user_ids').error}
        onChange={form.field('user_ids').onChange}
      />
    </fieldset>
  )
}
