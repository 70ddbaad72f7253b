// The menu that adds a question to a bank, by its type; it goes into the folder that is shown.
import type { QuestionTypeName } from '@lyceum/activity/questions/question-types/api'
import { Plus } from 'lucide-react'
import { useSearchParams } from 'react-router-dom'
import { useTexts } from '../../../i18n.ts'
import { paths } from '../../../paths.ts'
import { questionTypes } from '../../../question-types.ts'
import { Menu } from '../../../ui/menus/menu.tsx'
import type { Bank } from './queries.ts'

const types = Object.keys(questionTypes) as QuestionTypeName[]

export function AddQuestion({ bank, course }: { bank: Bank; course: string | undefined }) {
  const t = useTexts('banks')
  const q = useTexts('questions')
  const folder = useSearchParams()[0].get('folder')
  return (
    <Menu
      align="end"
      trigger={{ kind: 'button', props: { variant: 'primary', icon: Plus, children: t('addQuestion') } }}
      groups={[
        {
          heading: t('typeOf'),
          items: types.map((type) => ({
            label: q(`type.${type}`),
            icon: questionTypes[type].icon,
            href: paths.newQuestion(course, type, bank.id, folder && folder !== 'none' ? folder : undefined),
          })),
        },
      ]}
    />
  )
}
