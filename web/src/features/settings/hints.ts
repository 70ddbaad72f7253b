// Lines of one's own requests.
import type { HintLine } from '../../hint-lines.ts'

export default [{ on: ['orgRequestChanged'], reads: [{ call: 'GET /api/user/org-requests' }] }] satisfies HintLine[]
