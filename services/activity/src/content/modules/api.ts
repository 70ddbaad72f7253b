// The contract table of modules: their shapes and calls.
import { calls } from '../../call-table.ts'
import { ById, changes, Id, nullable, Time, Version } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'

export const ModuleDraft = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 200 }),
  /** Students see it and its published activities. */
  published: Type.Optional(Type.Boolean()),
  /** Its activities open then at the earliest. */
  starts_at: Type.Optional(nullable(Time)),
  /** And close then at the latest. */
  ends_at: Type.Optional(nullable(Time)),
})
export type ModuleDraft = Static<typeof ModuleDraft>

export const Module = Type.Object({
  id: Type.String(),
  course_id: Type.String(),
  name: Type.String(),
  sort: Type.Integer(),
  published: Type.Boolean(),
  starts_at: nullable(Type.String()),
  ends_at: nullable(Type.String()),
  version: Type.Integer(),
})
export type Module = Static<typeof Module>

/** The person who changed the fields of a module last. */
export const Changer = Type.Object({
  version: Type.Integer(),
  /** Null: its fields are as they were made. */
  changed_at: nullable(Type.String()),
  /** Null: nobody, or somebody whose account is gone. */
  changed_by: nullable(Type.Object({ id: Type.String(), name: Type.String() })),
})
export type Changer = Static<typeof Changer>

const Modules = Type.Object({ modules: Type.Array(Module) })

export const moduleCalls = calls({
  'POST /api/courses/:id/modules': {
    summary: 'Add a module at the end of a course',
    may: 'content.change',
    at: 'course',
    params: ById,
    body: ModuleDraft,
    reply: Module,
    status: 201,
    example: { name: 'Ocean circulation' },
  },
  'PUT /api/courses/:id/module-sort': {
    summary: 'Put modules into this order; those not named follow',
    may: 'content.change',
    at: 'course',
    params: ById,
    body: Type.Object({ module_ids: Type.Array(Id, { minItems: 1, maxItems: 500, uniqueItems: true }) }),
    reply: Modules,
  },
  'GET /api/modules/:id/changer': {
    summary: 'Who changed the fields of a module last, and when',
    may: 'content.change',
    at: 'module',
    params: ById,
    reply: Changer,
  },
  'PUT /api/modules/:id': {
    summary: 'Change the fields of a module that are given: its name, when it opens and closes, whether students see it',
    may: 'content.change',
    at: 'module',
    params: ById,
    body: Type.Interface([changes(ModuleDraft)], { version: Type.Optional(Version) }),
    reply: Module,
    errors: ['module.newer'],
  },
  'DELETE /api/modules/:id': {
    summary: 'Delete an empty module; it can be restored for 30 days',
    may: 'content.delete',
    at: 'module',
    params: ById,
    query: Type.Object({ version: Type.Optional(Version) }),
    reply: Type.Null(),
    status: 204,
    errors: ['module.notEmpty', 'module.newer'],
  },
})
