// Buttons that add questions to a paper: new ones by their type, those of a bank, and draws.
import type { QuestionTypeName } from '@lyceum/activity/questions/question-types/api'
import { ChevronDown, Dices, Library, Plus } from 'lucide-react'
import { useTexts } from '../../../i18n.ts'
import { questionTypeOf } from '../../../question-types.ts'
import { Button } from '../../../ui/button.tsx'
import { Menu } from '../../../ui/menus/menu.tsx'
import { Empty } from '../../../ui/states.tsx'

type Adding = {
  /** Those that the activity asks. */
  types: readonly QuestionTypeName[]
  onNew: (type: QuestionTypeName) => void
  onPick: () => void
  /** Undefined: nothing is drawn. */
  onDraw: (() => void) | undefined
}

export function AddToSection({ types, onNew, onPick, onDraw }: Adding) {
  const t = useTexts('exam-work')
  const q = useTexts('questions')
  return (
    <div className="flex flex-wrap gap-2 border-t border-line px-4 py-2.5">
      <Menu
        trigger={{ kind: 'button', props: { children: t('newQuestion'), icon: Plus, trailing: ChevronDown } }}
        groups={[
          { items: types.map((type) => ({ label: q(`type.${type}`), icon: questionTypeOf(type).icon, onSelect: () => onNew(type) })) },
        ]}
      />
      <FromBanks onPick={onPick} onDraw={onDraw} />
    </div>
  )
}

/** `first`: the paper is empty. */
function FromBanks({ onPick, onDraw, first = false }: Pick<Adding, 'onPick' | 'onDraw'> & { first?: boolean }) {
  const t = useTexts('exam-work')
  return (
    <>
      <Button variant={first ? 'primary' : 'secondary'} icon={Library} onClick={onPick}>
        {t('addQuestions')}
      </Button>
      {onDraw && (
        <Button icon={Dices} onClick={onDraw}>
          {t('addDraw')}
        </Button>
      )}
    </>
  )
}

/** Of an empty paper: the types stand open, so that one press begins the first question. */
export function AddFirst({ types, onNew, onPick, onDraw }: Adding) {
  const t = useTexts('exam-work')
  const q = useTexts('questions')
  return (
    <Empty title={t('paperEmpty')} text={t('paperEmptyText')}>
      <div className="space-y-4">
        <div role="group" aria-label={t('newQuestion')} className="flex flex-wrap gap-2">
          {types.map((type) => (
            <Button key={type} icon={questionTypeOf(type).icon} onClick={() => onNew(type)}>
              {q(`type.${type}`)}
            </Button>
          ))}
        </div>
        <div className="flex flex-wrap gap-2">
          <FromBanks onPick={onPick} onDraw={onDraw} first />
        </div>
      </div>
    </Empty>
  )
}
