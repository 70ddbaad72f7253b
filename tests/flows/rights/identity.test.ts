// The rights of identity's calls.
import { testRights } from './matrix.ts'
import { rightsIn } from './table.ts'

testRights('identity', rightsIn(new URL('./identity.csv', import.meta.url)))
