// Types about live lectures: moved, called off, about to begin, recorded.
import { LiveChangedSchema } from '@lyceum/proto/activity'
import type { MessageShape } from '@bufbuild/protobuf'
import { type Notice, notificationType } from './notification-type.ts'

/** Milliseconds after which the beginning in ten minutes is no news. */
const fresh = 10 * 60_000

type Live = MessageShape<typeof LiveChangedSchema>
const noticeOf = ({ id, courseId, title }: Live, params: Record<string, string | undefined>, about?: string): Notice => ({
  course: courseId,
  subject: { type: 'activity', id, title },
  params: Object.fromEntries(Object.entries(params).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))),
  ...(about && { about }),
})

export const liveTypes = {
  live_moved: notificationType({
    fact: LiveChangedSchema,
    audience: 'students',
    bundled: false,
    topic: 'calendar',
    channels: ['page', 'mail', 'push'],
    notice: (live) => (live.event === 'moved' ? noticeOf(live, { start: live.startsAt, was: live.wasAt }) : undefined),
  }),
  live_called_off: notificationType({
    fact: LiveChangedSchema,
    audience: 'students',
    bundled: false,
    topic: 'calendar',
    channels: ['page', 'mail', 'push'],
    notice: (live) => (live.event === 'called_off' ? noticeOf(live, { start: live.wasAt }) : undefined),
  }),
  live_in_ten_minutes: notificationType({
    fact: LiveChangedSchema,
    audience: 'students',
    bundled: false,
    topic: 'calendar',
    urgent: true,
    channels: ['page', 'push'],
    notice: (live, { time }) =>
      live.event === 'soon' && time.getTime() > Date.now() - fresh ? noticeOf(live, { start: live.startsAt }) : undefined,
  }),
  /** Once for each recording. */
  recording_ready: notificationType({
    fact: LiveChangedSchema,
    audience: 'students',
    bundled: false,
    channels: ['page'],
    notice: (live) => (live.event === 'recording' ? noticeOf(live, {}, live.newsId) : undefined),
  }),
}
