// Contract table of the calls that the BFF answers itself: session, configuration, hints, page errors.
import { DemoPerson, Locale, Organisation } from '@lyceum/identity/organisations/api'
import { ActivityDate, CloudClassroom } from '@lyceum/activity/overview/calendar/api'
import { FoundActivity } from '@lyceum/activity/overview/todo/api'
import { CourseColour } from '@lyceum/calendar/colours/api'
import { Entry, SpanQuery } from '@lyceum/calendar/entries/api'
import { CourseSummary } from '@lyceum/course/courses/api'
import { FoundPerson } from '@lyceum/course/enrolments/api'
import { mostAdded, WorkplaceChat } from '@lyceum/identity/workplace/api'
import { Session, SignIn } from '@lyceum/identity/sessions/api'
import { AuditLine, AuditQuery } from '@lyceum/kit/audit/api'
import { callsFor } from '@lyceum/kit/calls/contract'
import { Id, nullable, oneOf, paged } from '@lyceum/kit/calls/shapes'
import { ByTaskId, Task, TaskQuery } from '@lyceum/kit/tasks/api'
import { PackageView } from '@lyceum/activity/packages/package-attempts/api'
import { Package } from '@lyceum/upload/package-doors/api'
import { FoundFile } from '@lyceum/upload/uploads/api'
import type { HintSubject } from '@lyceum/proto/hint-subjects'
import { type Static, Type } from 'typebox'

/** /config: settings that the page needs before sign-in. `h5Host` is the host of the join codes on paper; null: this host. */
export const Config = Type.Object({
  product: Type.String(),
  release: Type.String(),
  org: nullable(Organisation),
  demo: Type.Boolean(),
  demo_people: Type.Array(DemoPerson),
  locales: Type.Array(Locale),
  bytes_origin: Type.String(),
  h5Host: nullable(Type.String()),
  toggles: Type.Array(Type.String()),
})
export type Config = Static<typeof Config>

export const SearchPart = oneOf('courses', 'activities', 'files', 'people')
export type SearchPart = Static<typeof SearchPart>
const SearchQuery = Type.Object({
  keyword: Type.String({ minLength: 1, maxLength: 100 }),
  part: Type.Optional(SearchPart),
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 1 })),
  page_size: Type.Optional(Type.Integer({ minimum: 1, maximum: 20, default: 5 })),
})
export type SearchQuery = Static<typeof SearchQuery>

const ChatQuery = Type.Object({ course_id: Id })

/** A package with the addresses of its files: `url` is the page of ours that starts it, in a frame; null while it is not ready, as `message` says. */
export const PackagePage = Type.Interface([Type.Omit(PackageView, ['grant', 'items', 'kind', 'title']), Package], {
  url: nullable(Type.String()),
  origin: nullable(Type.String()),
  door: nullable(Type.String({ description: 'The same again with ?door=, which keeps the addresses' })),
  expires_at: nullable(Type.String()),
})
export type PackagePage = Static<typeof PackagePage>

const calls = callsFor<'signedIn' | 'audit.read'>()

/** Milliseconds for which hints are kept, for pages whose first reads were made before they listen. */
export const keptHints = 60_000

/** A hint as pages receive it: the name of its fact, the subject's id and the course; `mine`: it is about the person; `fact` is
 *  the mark that later reads wait for. */
export type PageHint = { subject: HintSubject; id: string; course?: string; of?: string; mine?: true; fact?: string }

/** The calls that the BFF answers itself. */
export const bffCalls = calls({
  'GET /api/config': { summary: 'What the page needs before sign-in', may: 'anyone', scope: 'none', reply: Config },
  'POST /api/session': {
    summary: 'Sign in; sets the session cookie',
    may: 'anyone',
    scope: 'none',
    status: 201,
    body: SignIn,
    reply: Session,
    errors: ['session.wrong', 'account.suspended', 'session.demo', 'session.demoPerson'],
    example: { login: 'teacher@example.edu', password: 'correct horse battery staple' },
  },
  'GET /api/session': { summary: 'Who I am and where I belong', may: 'anyone', scope: 'none', reply: Session, errors: ['session.missing'] },
  'DELETE /api/session': { summary: 'Sign out', may: 'anyone', scope: 'none', status: 204, reply: Type.Null() },
  'GET /api/events': {
    summary:
      'Live hints as server-sent events: event `hint`, data { subject, id, course?, fact? }; a comment every 20 s. First those of the last `age` milliseconds; event `gap` where some of them may be missing',
    may: 'signedIn',
    scope: 'query',
    kind: 'stream',
    query: Type.Object({ scope: Type.Optional(Id), age: Type.Optional(Type.Integer({ minimum: 0, maximum: keptHints })) }),
    reply: Type.Any(),
  },
  'GET /api/tasks': {
    summary: 'My tasks of all services, newest first, at most 50; `away` names services that did not answer',
    may: 'signedIn',
    query: TaskQuery,
    reply: Type.Object({ items: Type.Array(Task), away: Type.Array(Type.String()) }),
  },
  'GET /api/tasks/:id': {
    summary: 'A task of mine: how far it is, what became of each item, its result',
    may: 'signedIn',
    params: ByTaskId,
    reply: Task,
    errors: ['task.notFound'],
  },
  'PUT /api/tasks/:id/cancel': {
    summary: 'Cancel a task of mine; what it has done stays done. One that has ended stays as it is',
    may: 'signedIn',
    params: ByTaskId,
    reply: Task,
    errors: ['task.notFound', 'task.notCancellable'],
    repeatable: true,
  },
  'GET /api/search': {
    summary:
      'Search courses, activities with their texts, files and people, those that I may see, the best first; `part` pages one of them. `away` names parts whose service did not answer',
    may: 'signedIn',
    query: SearchQuery,
    reply: Type.Object({
      courses: Type.Optional(paged(CourseSummary)),
      activities: Type.Optional(paged(FoundActivity)),
      files: Type.Optional(paged(FoundFile)),
      people: Type.Optional(paged(FoundPerson)),
      away: Type.Array(SearchPart),
    }),
  },
  'GET /api/activities/:id/package': {
    summary: 'The package of an activity: its items, my attempt, and where a frame opens it; again with door before expires_at',
    may: 'signedIn',
    params: Type.Object({ id: Id }),
    query: Type.Object({ device: Type.Optional(Id), door: Type.Optional(Type.String({ maxLength: 100 })) }),
    reply: PackagePage,
    errors: ['grant.ended', 'package.needsOrigin', 'package.notOffered'],
  },
  'GET /api/calendar': {
    summary:
      'My calendar in a span of time (at most 400 days): events, lessons and meetings, with when activities open, are due and close, and cloud classrooms. `away` names services that did not answer',
    may: 'signedIn',
    query: SpanQuery,
    reply: Type.Object({
      entries: Type.Array(Entry),
      dates: Type.Array(ActivityDate),
      classrooms: Type.Array(CloudClassroom),
      timetables: Type.Boolean(),
      cloud_classrooms: Type.Boolean(),
      colours: Type.Array(CourseColour),
      away: Type.Array(oneOf('activity')),
    }),
    errors: ['calendar.spanTooLong'],
  },
  'GET /api/calendar-feed/:token': {
    summary:
      'A calendar by its random address, as iCalendar (RFC 5545); 304 for who has it already, 404 for an address that is none or was revoked',
    may: 'visitor',
    scope: 'none',
    params: Type.Object({ token: Type.String({ maxLength: 200 }) }),
    reply: Type.String(),
    errors: ['calendarFeed.notFound'],
  },
  'GET /api/audit': {
    summary:
      'Who did what in the organisation, newest first: the lines of every service, with names of people, departments and courses by id. `away` names services that did not answer',
    may: 'audit.read',
    query: AuditQuery,
    reply: Type.Object({
      items: Type.Array(AuditLine),
      more: Type.Boolean(),
      away: Type.Array(Type.String()),
      names: Type.Record(Type.String(), Type.String()),
    }),
    errors: ['authCode.needed'],
  },
  'GET /api/workplace/chat': {
    summary: 'The chat of a course at the workplace messenger of its organisation, for its members',
    may: 'signedIn',
    query: ChatQuery,
    reply: WorkplaceChat,
    errors: ['course.notFound', 'course.unpublished', 'simulation.visitor'],
  },
  'PUT /api/workplace/chat': {
    summary:
      'Bring members of a course into its chat, which is made for the first ones; for who may change the members. Who is in it already stays',
    may: 'signedIn',
    query: ChatQuery,
    body: Type.Object({ users_2_add: Type.Array(Id, { minItems: 1, maxItems: mostAdded }) }, { additionalProperties: false }),
    reply: WorkplaceChat,
    repeatable: true,
    errors: [
      'course.notFound',
      'course.unpublished',
      'simulation.visitor',
      'session.ofJob',
      'workplace.off',
      'workplace.failed',
      'workplace.tooFew',
      'workplace.running',
    ],
    example: { users_2_add: ['01900000-0000-7000-8000-000000000001'] },
  },
  'GET /api/openapi.json': { summary: 'This document', may: 'anyone', scope: 'none', reply: Type.Any() },
  'POST /api/client-errors': {
    summary: 'A mistake of the page: each is counted, the text of a fifth of the sessions is in the log',
    may: 'anyone',
    scope: 'none',
    status: 204,
    reply: Type.Null(),
    body: Type.Object(
      {
        message: Type.String({ maxLength: 2000 }),
        stack: Type.Optional(Type.String({ maxLength: 10_000 })),
        url: Type.Optional(Type.String({ maxLength: 1000 })),
        release: Type.Optional(Type.String({ maxLength: 100 })),
      },
      { additionalProperties: false },
    ),
  },
  'GET /d/version': {
    summary: 'The release that is running',
    may: 'anyone',
    scope: 'none',
    reply: Type.Object({ version: Type.String() }),
  },
})
