// Lines of files, and of groups of teaching and research.
import { type HintLine, ofUploads } from '../../hint-lines.ts'

export default [
  { on: ofUploads, reads: [{ call: 'GET /api/uploads/:id', by: 'id' }, { call: 'GET /api/uploads' }] },
  {
    on: ofUploads.filter((subject) => subject !== 'renditionsChanged'),
    // files of a copied course arrive by the hundred
    reads: [{ call: 'GET /api/user/storage-used' }, { call: 'GET /api/courses/:id/resources', every: 2000 }],
  },
  {
    on: ['resourceGroupChanged'],
    reads: [
      { call: 'GET /api/resource-groups' },
      { call: 'GET /api/resource-groups/:id', by: 'id' },
      { call: 'GET /api/resource-groups/:id/members', by: 'id' },
      { call: 'GET /api/resource-groups/:id/files', by: 'id' },
    ],
  },
  // a file may turn out not to be shown
  { on: ['renditionsChanged'], reads: [{ call: 'GET /api/courses/:id/resources', every: 2000 }] },
] satisfies HintLine[]
