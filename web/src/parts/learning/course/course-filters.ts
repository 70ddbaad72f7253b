// Filters of the lists of courses: their names in the address, and the conditions they become.
import type { CallInput } from '../../../client.ts'
import type { ListRequest } from '../../../ui/table/paging.ts'

type Conditions = NonNullable<CallInput<'POST /api/courses'>['body']['conditions']>

export const courseStates = ['draft', 'published', 'ended', 'deleted'] as const
export const publicScopes = ['members', 'organisation', 'public'] as const
export const learningModes = ['normal', 'checkpoint'] as const
export const reviewStates = ['unreviewed', 'reviewed'] as const
export const courseTypes = ['1', '7', '8', '11'] as const
/** Of content that comes from another course or a package: on its way, there, failed. */
export const arrivals = ['0', '1', '2'] as const
export const answers = ['yes', 'no'] as const

/** Conditions that are typed; a part of a name is enough for instructors and teaching classes, words for outlines, other values are compared whole. */
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
  'course_outline',
  'imported_from',
] as const
/** An external id is asked for with its source. */
const external = ['external_source', 'external_id'] as const
const chosen = [
  'status',
  'review_status',
  'public_scope',
  'learning_mode',
  'compulsory',
  'allow_clone',
  'course_type',
  'term_id',
  'course_importer_status',
] as const
export const inAddress = (name: (typeof typed)[number] | (typeof chosen)[number] | (typeof external)[number]) => `f.${name}`
export const courseFilters: readonly string[] = [...chosen, ...typed, ...external].map(inAddress)

/** The longest value of every typed condition: addresses are written by hand too. */
const mostTyped = 64

const mostExternal = 255
/** Addresses are written by hand too: another word is no term's id. */
const idForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The filters of the list of courses; a value that is none of a choice narrows nothing. */
export function courseConditions({ find, filters }: Pick<ListRequest, 'find' | 'filters'>): Conditions {
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
  const arrival = choice('course_importer_status', arrivals)
  const term = filters[inAddress('term_id')]
  const [source, id] = external.map((name) => filters[inAddress(name)]?.slice(0, mostExternal))
  return {
    ...(find && { keyword: find }),
    ...(status && { status }),
    ...(review_status && { review_status }),
    ...(public_scope && { public_scope }),
    ...(learning_mode && { learning_mode }),
    ...(course_type && { course_type: [Number(course_type)] }),
    ...(arrival && { course_importer_status: Number(arrival) }),
    ...(term && idForm.test(term) && { term_id: term }),
    ...(source && id && { external_source: source, external_id: id }),
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
