// The rights of notification's calls.
import { testRights } from './matrix.ts'
import { rightsIn } from './table.ts'

testRights('notification', rightsIn(new URL('./notification.csv', import.meta.url)))
