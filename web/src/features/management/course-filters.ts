// Filters of the management's list of courses: their names in the address, their controls, and the conditions they become.
import type { CallInput } from '../../client.ts'
import { useTexts } from '../../i18n.ts'
import type { FilterField } from '../../parts/table/filter-chips.tsx'
import type { ListRequest } from '../../ui/paging.ts'

type Conditions = NonNullable<CallInput<'POST /api/courses'>['body']['conditions']>

export const courseStates = ['draft', 'published', 'ended', 'deleted'] as const
const publicScopes = ['members', 'organisation', 'public'] as const
const learningModes = ['normal', 'checkpoint'] as const
const reviewStates = ['unreviewed', 'reviewed'] as const
const courseTypes = ['1', '7', '8'] as const
const answers = ['yes', 'no'] as const

/** Conditions that are typed; each is compared as a part of the course's value. */
const typed = [
  'instructor',
  'course_code',
  'subject_code',
  'academic_year',
  'semester',
  'department',
  'grade',
  'klass',
  'teaching_class_name',
  'imported_from',
] as const
const chosen = ['status', 'review_status', 'public_scope', 'learning_mode', 'compulsory', 'allow_clone', 'course_type'] as const
const inAddress = (name: (typeof typed)[number] | (typeof chosen)[number]) => `f.${name}`
export const courseFilters: readonly string[] = [...chosen, ...typed].map(inAddress)

/** The longest value of every typed condition: addresses are written by hand too. */
const mostTyped = 64

/** What the list of courses is narrowed to; a value that is none of a choice narrows nothing. */
export function managedConditions({ find, filters }: Pick<ListRequest, 'find' | 'filters'>): Conditions {
  const choice = <T extends string>(name: (typeof chosen)[number], options: readonly T[]) =>
    options.find((option) => option === filters[inAddress(name)])
  const answer = (name: 'compulsory' | 'allow_clone') => {
    const word = choice(name, answers)
    return word && { [name]: word === 'yes' }
  }
  const status = choice('status', courseStates)
  const review_status = choice('review_status', reviewStates)
  const public_scope = choice('public_scope', publicScopes)
  const learning_mode = choice('learning_mode', learningModes)
  const course_type = choice('course_type', courseTypes)
  return {
    ...(find && { keyword: find }),
    ...(status && { status }),
    ...(review_status && { review_status }),
    ...(public_scope && { public_scope }),
    ...(learning_mode && { learning_mode }),
    ...(course_type && { course_type: [Number(course_type)] }),
    ...answer('compulsory'),
    ...answer('allow_clone'),
    ...Object.fromEntries(
      typed.flatMap((name) => {
        const value = filters[inAddress(name)]?.slice(0, mostTyped)
        return value ? [[name, value]] : []
      }),
    ),
  }
}

/** The chips of the filters, the most used first. */
export function useCourseFilters(): FilterField[] {
  const t = useTexts('management')
  const tc = useTexts('courses')
  const ts = useTexts('course-settings')
  const yesOrNo = answers.map((value) => ({ value, label: t(value) }))
  const typeTexts = { 1: 'title', 7: 'studios', 8: 'projects' } as const
  return [
    { name: inAddress('status'), label: tc('state'), options: courseStates.map((value) => ({ value, label: t(`state.${value}`) })) },
    { name: inAddress('review_status'), label: t('entry.audit'), options: reviewStates.map((value) => ({ value, label: t(value) })) },
    { name: inAddress('instructor'), label: tc('teachers') },
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
    { name: inAddress('imported_from'), label: t('importedFrom') },
  ]
}
