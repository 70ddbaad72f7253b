// Values of the form of a topic.
import type { CallInput } from '../../../client.ts'
import { fromIso, toIso } from '../../../ui/dates.ts'
import type { Place, Topic, TopicDraft } from './queries.ts'

export type TopicForm = {
  title: string
  body: string
  kind: Topic['kind']
  anonymous: boolean
  opensAt: string
  closesAt: string
  anonymousPosts: boolean
  postFirst: boolean
  /** In all groups of the set. */
  everywhere: boolean
}

/** The name of its draft. */
export const newTopicIn = ({ course, scope, scopeId }: Place) => `new ${scope} ${scopeId ?? course}`

/** Of a topic that exists the text is its first post, which is changed there. */
export const topicForm = (topic: Topic | undefined, kinds: readonly Topic['kind'][]): TopicForm => ({
  title: topic?.title ?? '',
  body: '',
  kind: topic?.kind ?? kinds[0] ?? 'discussion',
  anonymous: false,
  opensAt: fromIso(topic?.opens_at),
  closesAt: fromIso(topic?.closes_at),
  anonymousPosts: topic?.anonymous ?? false,
  postFirst: topic?.post_first ?? false,
  everywhere: false,
})

const datesOf = ({ opensAt, closesAt }: TopicForm) => ({ opens_at: toIso(opensAt), closes_at: toIso(closesAt) })
const offersOf = ({ anonymousPosts, postFirst }: TopicForm) => ({ anonymous_posts: anonymousPosts, post_first: postFirst })

/** `moderates`: it may offer what only who moderates decides. */
export const draftOf = (form: TopicForm, { scope, scopeId }: Place, moderates: boolean): TopicDraft => ({
  scope,
  ...(scopeId && { scope_id: scopeId }),
  kind: form.kind,
  title: form.title.trim(),
  body: form.body,
  ...(form.anonymous && { anonymous: true }),
  ...(moderates && { ...datesOf(form), ...(scope !== 'activity' && offersOf(form)) }),
})

export const groupDraftOf = (form: TopicForm, set: string): CallInput<'POST /api/courses/:id/group-topics'>['body'] => ({
  group_set_id: set,
  kind: form.kind,
  title: form.title.trim(),
  body: form.body,
  ...datesOf(form),
  ...offersOf(form),
})

export const changesOf = (form: TopicForm, topic: Topic): Omit<CallInput<'PUT /api/topics/:id'>['body'], 'version'> => ({
  title: form.title.trim(),
  ...(form.kind !== topic.kind && { kind: form.kind }),
  ...(topic.can.moderate && { ...datesOf(form), ...(topic.scope !== 'activity' && offersOf(form)) }),
})
