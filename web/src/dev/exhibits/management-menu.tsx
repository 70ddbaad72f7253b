import { MemoryRouter } from 'react-router-dom'
import { ManagementMenu } from '../../shell/management-menu.tsx'
import { exhibit } from '../exhibit.ts'
import { WithTexts } from '../with-texts.tsx'

const words = ['management'] as const
const at = (path: string, roles: ('admin' | 'educational_admin')[]) => (
  <MemoryRouter initialEntries={[path]}>
    <WithTexts of={words}>
      <ManagementMenu roles={roles} all />
    </WithTexts>
  </MemoryRouter>
)

export default exhibit({
  'an administrator, in course review': { alone: true, show: at('/management/course/audit', ['admin']) },
  'an educational administrator': { alone: true, show: at('/', ['educational_admin']) },
})
