// Types about talk: what is new in topics that people follow, mentions of them, posts of theirs that answer a question, and reports of posts.
import { type PostChanged, PostChangedSchema, PostReportedSchema, TopicChangedSchema } from '@lyceum/proto/activity'
import { notificationType } from './notification-type.ts'

const aboutPost = ({ courseId, topicId, title, n, scope, scopeId }: PostChanged) => ({
  course: courseId,
  subject: { type: 'topic', id: topicId, title },
  params: { n: String(n), scope, ...(scopeId !== undefined && { of: scopeId }) },
})

export const talkTypes = {
  /** For the author of the post that it answers, and who follows its topic. An anonymous one has no sender. */
  reply: notificationType({
    fact: PostChangedSchema,
    audience: 'people',
    bundled: false,
    topic: 'talk',
    channels: ['page'],
    notice: (post) =>
      post.state === 'shown' && post.personIds.length > 0 ? { ...aboutPost(post), recipients: post.personIds } : undefined,
  }),
  mention: notificationType({
    fact: PostChangedSchema,
    audience: 'people',
    bundled: false,
    topic: 'talk',
    channels: ['page', 'mail', 'push'],
    mostSent: 50,
    notice: (post) =>
      post.state === 'shown' && post.mentionedIds.length > 0 ? { ...aboutPost(post), recipients: post.mentionedIds } : undefined,
  }),
  /** For the author of the answer, unless they have left the course. */
  accepted: notificationType({
    fact: TopicChangedSchema,
    audience: 'people',
    bundled: false,
    topic: 'talk',
    channels: ['page', 'push'],
    notice: ({ id, courseId, title, scope, scopeId, acceptedId, answerN }) =>
      acceptedId === undefined
        ? undefined
        : {
            course: courseId,
            recipients: [acceptedId],
            subject: { type: 'topic', id, title },
            params: { n: String(answerN ?? 0), scope, ...(scopeId !== undefined && { of: scopeId }) },
          },
  }),
  /** For who moderates: those who teach. Several of one course within some minutes are one. It names neither the reporter nor the author. */
  reported: notificationType({
    fact: PostReportedSchema,
    audience: 'teachers',
    bundled: true,
    topic: 'talk',
    channels: ['page', 'push'],
    many: 'reportBundle',
    notice: ({ courseId, topicId, title, n }) => ({
      course: courseId,
      subject: { type: 'topic', id: topicId, title },
      params: { n: String(n) },
    }),
  }),
}
