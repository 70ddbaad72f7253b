// The calls of a course's partners beside its school: companies, other universities, funders.
import { calls } from '../call-table.ts'
import { ById, Version } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'

const Text = (maxLength: number) => Type.String({ maxLength })
export const Partner = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 200 }),
  role: Text(200),
  contact: Text(200),
  url: Type.String({ maxLength: 2000, description: 'an address of the web, or empty' }),
})
export type Partner = Static<typeof Partner>
const Partners = Type.Object({ partners: Type.Array(Partner), version: Type.Integer({ description: 'of the course' }) })

export const partnerCalls = calls({
  'GET /api/courses/:id/associated-partner-info': {
    summary: 'The partners of a course, in their order',
    may: 'viewCourse',
    at: 'course',
    params: ById,
    reply: Partners,
    errors: ['course.unpublished', 'simulation.visitor'],
  },
  'PUT /api/courses/:id/associated-partner-info': {
    summary: 'All partners of a course',
    may: 'course.change',
    at: 'course',
    params: ById,
    body: Type.Object({ partners: Type.Array(Partner, { maxItems: 20 }), version: Type.Optional(Version) }),
    reply: Partners,
    errors: ['course.newer'],
    example: { partners: [{ name: 'Coral Reef Trust', role: 'Field sites', contact: '', url: 'https://reef.example.org' }] },
  },
})
