// Reads of topics and posts, and what their readers change.
import { type Answer, call, type CallInput } from '../../../client.ts'
import { invalidate, query, queryClient } from '../../../queries.ts'

export type TopicSummary = Answer<'GET /api/courses/:id/topics'>['items'][number]
export type Topic = Answer<'GET /api/topics/:id'>
export type Outline = Answer<'GET /api/topics/:id/outline'>
export type Posts = Answer<'GET /api/topics/:id/posts'>
export type Post = Posts['items'][number]
export type TalkAuthor = Post['author']
export type TopicDraft = CallInput<'POST /api/courses/:id/topics'>['body']

/** A place of a course in which people talk. */
export type Place = { course: string; scope: TopicSummary['scope']; scopeId?: string | undefined }
/** A set of groups in all of which a topic may be begun at once. */
export type GroupSet = { id: string; name: string }

export const placeOf = ({ course_id, scope, scope_id }: Pick<TopicSummary, 'course_id' | 'scope' | 'scope_id'>): Place => ({
  course: course_id,
  scope,
  ...(scope_id && { scopeId: scope_id }),
})

type Narrowed = { keyword?: string; kind?: TopicSummary['kind']; unread?: true; unanswered?: true; following?: true; mine?: true }
export const topicsPage = ({ course, scope, scopeId }: Place, page: number, size: number, conditions: Narrowed) =>
  query('GET /api/courses/:id/topics', {
    params: { id: course },
    query: {
      scope,
      ...(scopeId && { scope_id: scopeId }),
      page,
      page_size: size,
      ...(Object.keys(conditions).length > 0 && { conditions: JSON.stringify(conditions) }),
    },
  })
export const topicOf = (id: string) => query('GET /api/topics/:id', { params: { id } })
export const outlineOf = (id: string) => query('GET /api/topics/:id/outline', { params: { id } })
export const postsOf = (id: string, numbers: readonly number[]) =>
  query('GET /api/topics/:id/posts', { params: { id }, query: { numbers: numbers.join(',') } })
/** Posts that wait, or were hidden before they were shown: mine, or for who moderates. */
export const waitingOf = (id: string) => query('GET /api/topics/:id/posts', { params: { id }, query: { waiting: 'true' } as never })
export const unreadOf = (course: string) => query('GET /api/courses/:id/topics-unread', { params: { id: course } })
export const versionsOf = (post: string) => query('GET /api/posts/:id/versions', { params: { id: post } })

export const refreshTopics = () => invalidate('GET /api/courses/:id/topics', 'GET /api/courses/:id/topics-unread')
/** A topic with its posts, and the lists that count them. */
export const refreshTopic = (topic: string) =>
  Promise.all([
    ...[topicOf(topic), outlineOf(topic)].map(({ queryKey }) => queryClient.invalidateQueries({ queryKey })),
    queryClient.invalidateQueries({
      queryKey: ['GET /api/topics/:id/posts'],
      predicate: ({ queryKey }) => (queryKey[1] as { params?: { id?: string } } | undefined)?.params?.id === topic,
    }),
    refreshTopics(),
  ])

/** Shown or hidden by who moderates, with the posts and the queue that it stands in; `reason` of a hidden one is for its author. */
export async function setPostState({ id, version }: Pick<Post, 'id' | 'version'>, state: 'shown' | 'hidden', reason = '') {
  const changed = await call('PUT /api/posts/:id/state', { params: { id }, body: { state, version, ...(reason && { reason }) } })
  await invalidate('GET /api/courses/:id/post-reports')
  return changed
}

export async function changeTopic(
  topic: Pick<Topic, 'id' | 'version'>,
  changes: Omit<CallInput<'PUT /api/topics/:id'>['body'], 'version'>,
) {
  const changed = await call('PUT /api/topics/:id', { params: { id: topic.id }, body: { ...changes, version: topic.version } })
  queryClient.setQueryData(topicOf(topic.id).queryKey, changed)
  await refreshTopics()
  return changed
}
export async function followTopic(id: string, following: boolean): Promise<void> {
  await call('PUT /api/topics/:id/follow', { params: { id }, body: { following } })
  queryClient.setQueryData<Topic>(topicOf(id).queryKey, (topic) => topic && { ...topic, following })
  await refreshTopics()
}
/** The numbers up to `n` are read; lists and the menu count anew. */
export async function readTopic(id: string, n: number): Promise<void> {
  const read = await call('PUT /api/topics/:id/read', { params: { id }, body: { n } })
  queryClient.setQueryData<Topic>(topicOf(id).queryKey, (topic) => topic && { ...topic, ...read })
  queryClient.setQueryData<Outline>(outlineOf(id).queryKey, (outline) => outline && { ...outline, read_n: read.read_n })
  await refreshTopics()
}

export const commentsOf = (activity: string) => query('GET /api/activities/:id/comments', { params: { id: activity } })
export const commentCountOf = (activity: string) => query('GET /api/activities/:id/comment/count', { params: { id: activity } })
