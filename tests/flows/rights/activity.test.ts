// The rights of activity's calls.
import { testRights } from './matrix.ts'
import { rightsIn } from './table.ts'

testRights('activity', rightsIn(new URL('./activity.csv', import.meta.url)))
