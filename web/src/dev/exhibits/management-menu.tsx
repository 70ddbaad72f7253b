// Exhibits of the management menu.
import type { May } from '../../shell/management-groups.ts'
import { ManagementMenu } from '../../shell/management-menu.tsx'
import { exhibit } from '../exhibit.ts'
import { Routed } from '../routed.tsx'
import { WithTexts } from '../with-texts.tsx'

const features = ['management'] as const
const menuAt = (path: string, may: May) => (
  <Routed at={path}>
    <WithTexts features={features}>
      <ManagementMenu may={may} />
    </WithTexts>
  </Routed>
)

export default exhibit({
  'an administrator, in course review': { alone: true, show: menuAt('/management/course/audit', () => true) },
  'an educational administrator': { alone: true, show: menuAt('/', (name) => name !== 'org.change' && name !== 'authz.change') },
})
