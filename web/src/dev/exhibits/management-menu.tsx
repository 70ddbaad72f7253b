// Exhibits of the management menu.
import { MemoryRouter } from 'react-router-dom'
import { ManagementMenu } from '../../shell/management-menu.tsx'
import { exhibit } from '../exhibit.ts'
import { WithTexts } from '../with-texts.tsx'

const features = ['management'] as const
const menuAt = (path: string, roles: ('admin' | 'educational_admin')[]) => (
  <MemoryRouter initialEntries={[path]}>
    <WithTexts features={features}>
      <ManagementMenu roles={roles} all />
    </WithTexts>
  </MemoryRouter>
)

export default exhibit({
  'an administrator, in course review': { alone: true, show: menuAt('/management/course/audit', ['admin']) },
  'an educational administrator': { alone: true, show: menuAt('/', ['educational_admin']) },
})
