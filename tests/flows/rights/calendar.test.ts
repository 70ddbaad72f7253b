// The rights of calendar's calls.
import { testRights } from './matrix.ts'
import { rightsIn } from './table.ts'

testRights('calendar', rightsIn(new URL('./calendar.csv', import.meta.url)))
