// Exhibits of the management menu.
import { ManagementMenu } from '../../shell/management-menu.tsx'
import { exhibit } from '../exhibit.ts'
import { Routed } from '../routed.tsx'
import { WithTexts } from '../with-texts.tsx'

const features = ['management'] as const
const menuAt = (path: string, roles: ('admin' | 'educational_admin')[]) => (
  <Routed at={path}>
    <WithTexts features={features}>
      <ManagementMenu roles={roles} may={() => true} all />
    </WithTexts>
  </Routed>
)

export default exhibit({
  'an administrator, in course review': { alone: true, show: menuAt('/management/course/audit', ['admin']) },
  'an educational administrator': { alone: true, show: menuAt('/', ['educational_admin']) },
})
