// The calls of placements: the students of groups.
import { ById, Id, nullable, oneOf, paged, pageQuery } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'
import { calls } from '../call-table.ts'
import { Group, GroupName, GroupPerson } from '../groups/api.ts'

const mostMoves = 5000
const Place = nullable(Type.String({ format: 'uuid', pattern: '^[0-9a-f-]{36}$' }))

/** A person goes from the group in which the writer saw them, null: none, to another one or none. */
const Move = Type.Object({ person_id: Id, from: Place, to: Place })
export type Move = Static<typeof Move>
const NewGroup = Type.Object({
  name: GroupName,
  people: Type.Array(Type.Object({ person_id: Id, from: Place }), { maxItems: 500 }),
  /** One of its people. Missing: nobody. */
  leader_id: Type.Optional(Id),
})
export type NewGroup = Static<typeof NewGroup>
/** The leader of a group after the move; null: nobody. */
const Leader = Type.Object({ group_id: Id, leader_id: Place })
export type Leader = Static<typeof Leader>

/** A group as it would be: who would come, who would go on being there. */
const PreviewGroup = Type.Object({
  /** null: it would be made. */
  id: nullable(Type.String()),
  name: Type.String(),
  people: Type.Array(Type.Interface([GroupPerson], { from: nullable(Type.String()) })),
  /** Numbers of students by value of the balanced field; the empty value: none. */
  values: Type.Array(Type.Object({ value: Type.String(), count: Type.Integer() })),
  /** Whom the lines of a file name as its leader; null: nobody, and who leads it goes on. */
  leader_id: nullable(Type.String()),
})
export type PreviewGroup = Static<typeof PreviewGroup>

/** given: by `values`, which nobody but the caller knows (a file's column). */
export const Balance = oneOf('department', 'klass', 'given')
export type Balance = Static<typeof Balance>

/** comes, moves from another group, stays where they are; unknown: not in the course; ambiguous: two people have this number; not a student; repeated in an earlier line; no group named. */
export const LineOutcome = oneOf('comes', 'moves', 'stays', 'unknown', 'ambiguous', 'notStudent', 'repeated', 'groupMissing')
/** The fault of the leader that a line names: not in the group, or an earlier line names another one. The line counts for its person all the same. */
export const LeaderFault = oneOf('notInGroup', 'another')

const Stay = Type.Object({
  person: GroupPerson,
  group: Type.Object({ id: Type.String(), name: Type.String(), deleted: Type.Boolean() }),
  since: Type.String(),
  until: nullable(Type.String()),
})
export type Stay = Static<typeof Stay>

const ofSet = { may: 'members.group', at: 'groupSet', params: ById } as const
const ofStudent = { may: 'viewCourse', at: 'courseGroup', params: ById, status: 204, reply: Type.Null() } as const

export const placementCalls = calls({
  'PUT /api/group-sets/:id/members': {
    ...ofSet,
    summary:
      'Move students between groups, also into new ones: all of them or none; 409 when somebody is no more where the writer saw them',
    body: Type.Object({
      moves: Type.Optional(Type.Array(Move, { maxItems: mostMoves })),
      new_groups: Type.Optional(Type.Array(NewGroup, { maxItems: 200 })),
      leaders: Type.Optional(Type.Array(Leader, { maxItems: 200 })),
    }),
    reply: Type.Object({ moved: Type.Integer(), new_groups: Type.Array(Group) }),
    errors: ['courseGroup.leaderUnknown', 'courseGroup.moved', 'courseGroup.tooLarge', 'courseGroup.tooMany'],
  },
  'POST /api/group-sets/:id/distribute': {
    ...ofSet,
    summary: 'What groups would be like after a distribution by chance, or by class; nothing is written',
    repeatable: true,
    body: Type.Object({
      who: oneOf('ungrouped', 'everyone'),
      /**
       * existing: the groups there are. count, size: `n` groups, or groups of at most `n`; missing ones would be made. klass: a group of its name for
       * each class, not by chance.
       */
      into: oneOf('existing', 'count', 'size', 'klass'),
      n: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
      balance: Type.Optional(Balance),
      values: Type.Optional(Type.Array(Type.Object({ person_id: Id, value: Type.String({ maxLength: 100 }) }), { maxItems: mostMoves })),
      name: Type.Optional(
        Type.String({ minLength: 3, maxLength: 90, pattern: '\\{n\\}', description: 'of new groups, {n}: their number' }),
      ),
    }),
    reply: Type.Object({
      groups: Type.Array(PreviewGroup),
      klassless: Type.Integer({ description: 'students in no class, who stay where they are; 0 unless by class' }),
    }),
    errors: ['courseGroup.tooMany'],
    example: { who: 'everyone', into: 'size', n: 4, name: 'Group {n}' },
  },
  'POST /api/group-sets/:id/placement': {
    ...ofSet,
    summary:
      'What the lines of a file would do: a person by user number or e-mail, the name of a group, and who leads it; nothing is written',
    repeatable: true,
    body: Type.Object({
      lines: Type.Array(
        Type.Object({
          person: Type.String({ maxLength: 254 }),
          group: Type.String({ maxLength: 200 }),
          /** By user number or e-mail, like the person. */
          leader: Type.Optional(Type.String({ maxLength: 254 })),
        }),
        { minItems: 1, maxItems: mostMoves },
      ),
    }),
    reply: Type.Object({
      groups: Type.Array(PreviewGroup),
      lines: Type.Array(Type.Object({ outcome: LineOutcome, person: nullable(GroupPerson), leader_fault: nullable(LeaderFault) }), {
        description: 'in the order given',
      }),
    }),
    errors: ['courseGroup.tooMany'],
    example: { lines: [{ person: '261001', group: 'Group 1' }] },
  },
  'GET /api/group-sets/:id/history': {
    ...ofSet,
    summary: 'Who was in which group from when to when, the last first; conditions: keyword, group_id',
    query: pageQuery({ conditions: Type.Optional(Type.String({ maxLength: 2000 })) }),
    reply: paged(Stay),
  },
  'POST /api/groups/:id/join': {
    ...ofStudent,
    summary: 'Join a group of a set that is open for sign-up, from another group of it too',
    errors: ['courseGroup.full', 'courseGroup.moved', 'courseGroup.studentsOnly', 'groupSet.signUpClosed'],
  },
  'POST /api/groups/:id/leave': {
    ...ofStudent,
    summary: 'Leave a group of a set that is open for sign-up',
    errors: ['courseGroup.studentsOnly', 'groupSet.signUpClosed'],
  },
})
