// Tests of the looks of notifications: sentence, link and small line of each type.
import { expect, it } from 'vitest'
import { setZone } from '../../../ui/zone.ts'
import { lookOf, type Notification } from './types.ts'

const of = (type: string, subject: { type: string }, fields: Partial<Notification> = {}): Notification => ({
  id: 'n',
  org_id: 'o',
  type,
  count: 1,
  payload: { params: {}, course: { id: 'c', name: 'Tides' }, subject: { id: 's', title: 'Neap', ...subject }, subjects: [] },
  sender: { id: 'p', name: 'Elena', avatar: '' },
  created_at: '2026-11-22T08:00:00.000Z',
  read_at: null,
  ...fields,
})

it('leads to the activity, of a bundle to the course', () => {
  expect(lookOf(of('activity_opened', { type: 'activity' }))).toMatchObject({
    text: 'activity_opened',
    link: '/course/c/learning-activity#/s',
  })
  const many = of('activity_opened', { type: 'activity' }, { count: 60 })
  many.payload.subjects = ['Neap', 'Spring'].map((title) => ({ type: 'activity', id: title, title }))
  expect(lookOf(many)).toMatchObject({ text: 'activityBundle', link: '/course/c/content', below: ['Neap', 'Spring', '…'] })
})
it('leads from work to its activity, from several to all that waits to be marked, from scores to their page', () => {
  expect(lookOf(of('work_handed_in', { type: 'activity' }))).toMatchObject({
    text: 'work_handed_in',
    link: '/course/c/learning-activity#/s',
  })
  expect(lookOf(of('work_handed_in', { type: 'activity' }, { sender: null })).text).toBe('work_handed_in_unnamed')
  expect(lookOf(of('work_handed_in', { type: 'activity' }, { count: 9 }))).toMatchObject({ text: 'workBundle', link: '/user/marking' })
  expect(lookOf(of('work_received', { type: 'activity' }))).toMatchObject({ action: 'openReceipt', link: '/course/c/learning-activity#/s' })
  expect(lookOf(of('score_released', { type: 'score' }, { count: 2 }))).toMatchObject({ text: 'scoreBundle', link: '/course/c/score' })
  expect(lookOf(of('submission_missing', { type: 'activity' }, { sender: null })).text).toBe('submission_missing_unnamed')
})
it('leads from a post to the place of its topic, and names nobody where it is anonymous', () => {
  const inPlace = (scope: string, of_?: string) => {
    const one = of('reply', { type: 'topic' })
    one.payload.params = { n: '2', scope, ...(of_ && { of: of_ }) }
    return lookOf(one).link
  }
  expect([inPlace('course'), inPlace('group', 'g'), inPlace('team'), inPlace('activity', 'a')]).toEqual([
    '/course/c/forum?show_sidebar=false#/topics/s',
    '/course/c/group-set#/topics/s?groupId=g',
    '/course/c/teaching-team#/forum/s',
    '/course/c/learning-activity#/a',
  ])
  expect(lookOf(of('mention', { type: 'topic' }, { sender: null })).text).toBe('mention_unnamed')
})
it('names who joined, unless there are several or they were erased', () => {
  expect(lookOf(of('member_joined', { type: 'course' })).text).toBe('member_joined')
  expect(lookOf(of('member_joined', { type: 'course' }, { sender: null })).text).toBe('memberBundle')
  expect(lookOf(of('member_joined', { type: 'course' }, { count: 2 }))).toMatchObject({
    text: 'memberBundle',
    link: '/course/c/enrollments',
  })
})
it('leads who teaches to those who wait, and the person to the course that they are in now', () => {
  expect(lookOf(of('join_requested', { type: 'course' }))).toMatchObject({
    text: 'join_requested',
    link: '/course/c/enrollments?part=waiting',
  })
  expect(lookOf(of('join_requested', { type: 'course' }, { count: 3 })).text).toBe('joinRequestBundle')
  expect(lookOf(of('join_accepted', { type: 'course' })).link).toBe('/course/c/content')
  expect(lookOf(of('join_declined', { type: 'course' })).link).toBe('/user/courses')
})
it('says who made somebody a member, and leads whoever was taken out to their other courses', () => {
  expect(lookOf(of('teaching_given', { type: 'course' }))).toMatchObject({ text: 'teaching_given', link: '/course/c/content' })
  expect(lookOf(of('member_enrolled', { type: 'course' }, { sender: null })).text).toBe('member_enrolled_unnamed')
  expect(lookOf(of('member_removed', { type: 'course' }))).toMatchObject({ text: 'member_removed', link: '/user/courses' })
})
it('leads to an invitation in its course', () => {
  expect(lookOf(of('course_invited', { type: 'invite' }))).toMatchObject({ text: 'course_invited', link: '/course/c/content?invite=s' })
  expect(lookOf(of('course_invited', { type: 'invite' }, { sender: null })).text).toBe('course_invited_unnamed')
})
it('leads who was put into a group to its group set', () => {
  const placed = of('group_placed', { type: 'group' })
  placed.payload.params = { set: 'q', set_name: 'Lab teams' }
  expect(lookOf(placed)).toMatchObject({ text: 'group_placed', link: '/course/c/groups?set=q', below: ['Tides', 'Lab teams'] })
})
it('leads to an entry of the calendar on its day by the reader’s clock; whole days are the same days everywhere', () => {
  const due = (start: string, zone: string) => {
    setZone(zone)
    const notification = of('event_due', { type: 'event' })
    notification.payload.params = { start }
    return lookOf(notification)
  }
  // seven in the morning in Bangkok is the day before in UTC
  expect(due('2026-11-23T23:30:00Z', 'Asia/Bangkok').link).toBe('/user/calendar?date=2026-11-24&entry=event-s')
  expect(due('2026-11-24T02:00:00Z', 'America/New_York').link).toBe('/user/calendar?date=2026-11-23&entry=event-s')
  expect(due('2026-11-24', 'America/New_York')).toMatchObject({
    link: '/user/calendar?date=2026-11-24&entry=event-s',
    below: ['2026.11.24', undefined, undefined, 'Tides'],
  })
  setZone(null)
})
it('says of a meeting and of lessons when, where, and in whose words', () => {
  setZone('Asia/Bangkok')
  const rejected = of('meeting_rejected', { type: 'meeting' })
  rejected.payload = { ...rejected.payload, course: null, params: { start: '2026-11-24T02:00:00Z', location: 'Hall B', content: 'Taken' } }
  expect(lookOf(rejected).below).toEqual(['2026.11.24 09:00', 'Hall B', 'Taken', undefined])
  expect(lookOf({ ...rejected, type: 'meeting_requested' })).toMatchObject({ action: 'openMeetings', link: '/management/meetings' })
  // nothing of it is there to be opened
  expect(lookOf({ ...rejected, type: 'meeting_called_off' }).link).toBe('/user/calendar?date=2026-11-24')
  expect(lookOf({ ...rejected, type: 'meeting_taken_off' }).text).toBe('meeting_taken_off')
  const lesson = of('lesson_changed', { type: 'timetable' })
  lesson.payload.params = { what: 'cancelled' }
  expect(lookOf(lesson).text).toBe('lesson_changed_cancelled')
  setZone(null)
})
it('says something neutral of a type of a later release, and leads to its subject', () => {
  expect(lookOf(of('score_challenged', { type: 'activity' }))).toMatchObject({
    text: 'unknownInCourse',
    link: '/course/c/learning-activity#/s',
  })
  expect(lookOf(of('toString', { type: 'weather' }))).toMatchObject({ text: 'unknownInCourse', link: '/course/c/content' })
  const alone = of('quota', { type: 'person' })
  alone.payload.course = null
  expect(lookOf(alone)).toMatchObject({ text: 'unknown', link: '/user/notifications' })
})
