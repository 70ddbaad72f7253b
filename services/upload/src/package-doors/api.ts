// The contract table of packages: what one holds, and the doors by which a browser reads it.
import { ById, nullable, oneOf } from '@lyceum/kit/calls/shapes'
import { Type } from 'typebox'
import { calls } from '../call-table.ts'
import { GrantQuery } from '../rows/shapes.ts'

const Text = nullable(Type.String())
/** An element of the manifest: { name, at: its attributes, in: elements, text }. */
const Sequencing = nullable(Type.Any())
export const PackageKind = oneOf('scorm12', 'scorm2004')

export const PackageItem = Type.Object({
  id: Type.String(),
  parent: Type.String({ description: 'empty at the top' }),
  title: Type.String(),
  launch: nullable(Type.String({ description: 'path in the package with its parameters; null of a chapter' })),
  sco: Type.Boolean({ description: 'It reports to the course; else it is only shown' }),
  visible: Type.Boolean(),
  mastery: nullable(Type.String({ description: 'as the manifest writes it: 0 to 100 (scorm12), -1 to 1 (scorm2004)' })),
  max_time: nullable(Type.String({ description: 'HHHH:MM:SS (scorm12), ISO 8601 (scorm2004)' })),
  time_limit_action: Text,
  data_from_lms: Text,
  prerequisites: nullable(Type.String({ description: 'of scorm12: identifiers with & | ~ ( )' })),
  completion_threshold: nullable(
    Type.Record(Type.String(), Type.String(), { description: 'of scorm2004: minProgressMeasure, completedByMeasure …' }),
  ),
  hidden_controls: Type.Array(Type.String({ description: 'of scorm2004: continue, previous, exit …' })),
  sequencing: Sequencing,
})

export const Package = Type.Object({
  status_code: oneOf('opening', 'ready', 'failed'),
  message: nullable(Type.String({ description: 'A stable code while it is not ready: package.noManifest …, or the reason of the upload' })),
  params: Type.Record(Type.String(), Type.String(), { description: 'of the message: file, item, path, folder' }),
  kind: nullable(PackageKind),
  title: Type.String(),
  items: Type.Array(PackageItem),
  organization: nullable(Type.Object({ id: Type.String(), sequencing: Sequencing, shared_objectives: Type.Boolean() })),
})

const Grant = Type.Optional(Type.String({ maxLength: 2000, description: 'Without it: the caller’s own right to the file' }))

export const packageCalls = calls({
  'GET /api/uploads/scorm/:id': {
    summary: 'A package of lessons: whether it is opened, else why not, and its items',
    may: 'readFile',
    anonymous: true,
    params: ById,
    query: GrantQuery,
    reply: Package,
    errors: ['grant.ended', 'upload.notPackage'],
  },
  'POST /api/uploads/:id/package-doors': {
    summary: 'Opens a door: addresses on the origin of packages that hold while the grant does',
    may: 'readFile',
    params: ById,
    body: Type.Object({ grant: Grant }),
    reply: Type.Object({
      door: Type.String(),
      url: Type.String({ description: 'the page of ours that starts the package; its files lie at origin/packages/door/path' }),
      origin: Type.String(),
      expires_at: Type.String(),
    }),
    status: 201,
    secret: true,
    errors: ['grant.ended', 'package.needsOrigin', 'package.notReady', 'upload.notPackage'],
  },
  'PUT /api/uploads/:id/package-doors': {
    summary: 'Puts a newer grant behind a door: its addresses stay',
    may: 'readFile',
    params: ById,
    body: Type.Object({ door: Type.String({ maxLength: 100 }), grant: Grant }),
    reply: Type.Object({ expires_at: Type.String() }),
    repeatable: true,
    secret: true,
    errors: ['grant.ended', 'package.door.notFound', 'upload.notPackage'],
  },
})
