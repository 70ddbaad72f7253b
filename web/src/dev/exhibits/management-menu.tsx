import { MemoryRouter } from 'react-router-dom'
import { texts } from '../../i18n.ts'
import { ManagementMenu } from '../../shell/management-menu.tsx'
import { exhibit } from '../exhibit.ts'

await texts('management')
const at = (path: string, roles: ('admin' | 'educational_admin')[]) => (
  <MemoryRouter initialEntries={[path]}>
    <ManagementMenu roles={roles} all />
  </MemoryRouter>
)

export default exhibit({
  'an administrator, in course review': { alone: true, show: at('/management/course/audit', ['admin']) },
  'an educational administrator': { alone: true, show: at('/', ['educational_admin']) },
})
