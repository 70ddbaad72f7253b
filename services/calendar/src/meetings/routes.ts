// Routes of meetings: each call of api.ts with the function behind it.
import { routes } from '@lyceum/kit/calls/routes'
import type { CourseRules } from '@lyceum/course/mirror/rules'
import type { Deps } from '../deps.ts'
import { meetingCalls } from './api.ts'
import { decide, listToDecide, meetingSheet } from './approval.ts'
import { listOfGroup, nextOfGroups } from './group-meetings.ts'
import { changeMeeting, deleteMeeting, listMeetings, makeInstruction, makeMeeting, readMeeting } from './meetings.ts'

export const meetingRoutes = routes(meetingCalls)<Deps, CourseRules>({
  'GET /api/calendar-meeting': ({ deps, actor, query: { group_id, ...query } }) =>
    group_id ? listOfGroup(deps, actor, { ...query, group_id }) : listMeetings(deps, actor, query, false),
  'GET /api/calendar-meeting/next': ({ deps, actor, query }) => nextOfGroups(deps, actor, query),
  'POST /api/calendar-meeting': ({ deps, actor, body }) => makeMeeting(deps, actor, body),
  'GET /api/calendar-meeting/:id': ({ deps, actor, params }) => readMeeting(deps, actor, params.id, false),
  'PUT /api/calendar-meeting/:id': ({ deps, actor, params, body }) => changeMeeting(deps, actor, params.id, body, false),
  'DELETE /api/calendar-meeting/:id': ({ deps, actor, params, query }) => deleteMeeting(deps, actor, params.id, query.version, false),
  'GET /api/management/calendar-meeting': ({ deps, actor, query }) => listToDecide(deps, actor, query),
  'PUT /api/management/calendar-meeting/:id': ({ deps, actor, params, body }) => decide(deps, actor, params.id, body),
  'GET /api/management/calendar-meeting/excel': async ({ deps, actor, query, reply }) => {
    const sheet = await meetingSheet(deps, actor, query)
    reply
      .header('content-type', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
      .header('content-disposition', 'attachment; filename="meetings.xlsx"')
      .serializer((bytes: unknown) => bytes as string)
    return Buffer.from(sheet)
  },
  'GET /api/instruction-team/meeting': ({ deps, actor, query }) => listMeetings(deps, actor, query, true),
  'POST /api/instruction-team/meeting': ({ deps, actor, body }) => makeInstruction(deps, actor, body),
  'GET /api/instruction-team/meeting/:id': ({ deps, actor, params }) => readMeeting(deps, actor, params.id, true),
  'PUT /api/instruction-team/meeting/:id': ({ deps, actor, params, body }) => changeMeeting(deps, actor, params.id, body, true),
  'DELETE /api/instruction-team/meeting/:id': ({ deps, actor, params, query }) =>
    deleteMeeting(deps, actor, params.id, query.version, true),
})
