// The contract table of exports of a school's register: its departments, people, courses and enrolments as OneRoster 1.2.
import { ExternalSource } from '@lyceum/kit/external-ids/api'
import { oneOf } from '@lyceum/kit/calls/shapes'
import { Type } from 'typebox'
import { calls } from '../call-table.ts'

export const rosterExportCalls = calls({
  'POST /api/data-import/exports': {
    summary:
      'The register of the organisation as OneRoster 1.2 CSV in a ZIP archive, as a task: its result names the upload, a file of mine. Things are called what the source calls them, else by our ids',
    may: 'people.import',
    wide: true,
    management: true,
    status: 202,
    tx: false,
    delegates: true,
    body: Type.Object({ kind: oneOf('oneroster'), source: Type.Optional(ExternalSource) }),
    reply: Type.Object({ task: Type.String() }),
    errors: ['department.only', 'authCode.needed'],
    example: { kind: 'oneroster' },
  },
})
