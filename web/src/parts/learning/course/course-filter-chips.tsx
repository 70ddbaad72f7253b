// The chips by which a list of courses is narrowed. Their texts are in management.json, courses.json and course-settings.json.
import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../../../i18n.ts'
import { useMe } from '../../../session/session.ts'
import { FilterChips, type FilterChipsProps, type FilterField } from '../../base/table/filter-chips.tsx'
import { answers, arrivals, courseStates, courseTypes, inAddress, learningModes, publicScopes, reviewStates } from './course-filters.ts'
import { choices, termsQuery } from './terms.ts'

export default function CourseFilterChips(props: Omit<FilterChipsProps, 'fields'>) {
  return <FilterChips fields={useCourseFilters()} {...props} />
}

/** The chips of the filters, the most used first. */
function useCourseFilters(): FilterField[] {
  const t = useTexts('management')
  const tc = useTexts('courses')
  const ts = useTexts('course-settings')
  const me = useMe()
  const { data } = useQuery(termsQuery)
  const terms = choices(data?.terms ?? [])
  const yesOrNo = answers.map((value) => ({ value, label: t(value) }))
  const typeTexts = { 1: 'title', 7: 'studios', 8: 'projects', 11: 'typeElsewhere' } as const
  return [
    { name: inAddress('status'), label: tc('state'), options: courseStates.map((value) => ({ value, label: t(`state.${value}`) })) },
    { name: inAddress('review_status'), label: t('entry.audit'), options: reviewStates.map((value) => ({ value, label: t(value) })) },
    { name: inAddress('instructor'), label: tc('teachers') },
    ...(terms.length > 0 ? [{ name: inAddress('term_id'), label: t('term'), options: terms }] : []),
    { name: inAddress('academic_year'), label: ts('academicYear') },
    { name: inAddress('semester'), label: tc('semester') },
    { name: inAddress('department'), label: t('department') },
    { name: inAddress('course_code'), label: tc('code') },
    { name: inAddress('subject_code'), label: ts('subjectCode') },
    { name: inAddress('grade'), label: ts('grade') },
    { name: inAddress('klass'), label: ts('klass') },
    { name: inAddress('teaching_class_name'), label: ts('teachingClass') },
    { name: inAddress('compulsory'), label: t('compulsory'), options: yesOrNo },
    { name: inAddress('public_scope'), label: ts('scope'), options: publicScopes.map((value) => ({ value, label: ts(`scope.${value}`) })) },
    { name: inAddress('learning_mode'), label: ts('mode'), options: learningModes.map((value) => ({ value, label: ts(`mode.${value}`) })) },
    { name: inAddress('allow_clone'), label: t('mayCopy'), options: yesOrNo },
    {
      name: inAddress('course_type'),
      label: t('courseType'),
      options: courseTypes.map((value) => ({ value, label: tc(typeTexts[value]) })),
    },
    { name: inAddress('course_outline'), label: ts('outline') },
    {
      name: inAddress('course_importer_status'),
      label: t('arrival'),
      options: arrivals.map((value) => ({ value, label: t(`arrival.${value}`) })),
    },
    { name: inAddress('imported_from'), label: t('importedFrom') },
    // the course behind an id of another system is for those who see every course
    ...(me.may('course.read')
      ? [
          { name: inAddress('external_source'), label: t('externalSource') },
          { name: inAddress('external_id'), label: t('externalId') },
        ]
      : []),
  ]
}
