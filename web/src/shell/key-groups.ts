// Every key of the product for the keyboard help: those of all pages, and those of each part that the page shows.
import type { TextKey, Translate } from '../i18n.ts'
import type { KeyGroup } from '../ui/menus/keyboard-help.tsx'
import type { KeySet } from '../ui/menus/key-sets.ts'

type Line = readonly [keys: readonly string[], does: TextKey<'keys'>]
type Lines = { heading: TextKey<'keys'>; lines: readonly Line[] }

const everywhere: Lines = {
  heading: 'everywhere',
  lines: [
    [['Ctrl', 'K'], 'find'],
    [['?'], 'help'],
    [['Esc'], 'close'],
  ],
}
const lists: Lines = {
  heading: 'lists',
  lines: [
    [['↑', '↓'], 'move'],
    [['Shift'], 'range'],
    [['Space', '↑ ↓', 'Space'], 'arrange'],
  ],
}
export const keysOfSets: Record<KeySet, Lines> = {
  player: {
    heading: 'player',
    lines: [
      [['Space', 'K'], 'playPause'],
      [['←', '→'], 'step5'],
      [['J', 'L'], 'step10'],
      [['0', '–', '9'], 'tenths'],
      [['Home', 'End'], 'ends'],
      [['↑', '↓'], 'volume'],
      [['M'], 'mute'],
      [['<', '>'], 'speed'],
      [['C'], 'captions'],
      [['F'], 'fullScreen'],
    ],
  },
  viewer: {
    heading: 'viewer',
    lines: [
      [['←', '→'], 'neighbours'],
      [['I'], 'details'],
      [['N'], 'notes'],
      [['F'], 'fullScreen'],
    ],
  },
  zoom: {
    heading: 'zoom',
    lines: [
      [['+', '−'], 'larger'],
      [['0'], 'fit'],
      [['R'], 'turn'],
    ],
  },
  marking: {
    heading: 'marking',
    lines: [
      [['J', 'K'], 'neighbourWorks'],
      [['0', '–', '9'], 'score'],
      [['R'], 'rubric'],
      [['Ctrl', 'Enter'], 'saveNext'],
      [['V'], 'toolSelect'],
      [['H'], 'toolHighlight'],
      [['P'], 'toolPen'],
      [['T'], 'toolText'],
      [['S'], 'toolStamp'],
      [['C'], 'toolComment'],
      [['E'], 'toolEraser'],
      [['Delete'], 'removeMark'],
      [['Ctrl', 'Z'], 'undo'],
      [['+', '−'], 'larger'],
    ],
  },
  participation: {
    heading: 'marking',
    lines: [
      [['J', 'K'], 'neighbourWorks'],
      [['0', '–', '9'], 'score'],
      [['R'], 'rubric'],
      [['Ctrl', 'Enter'], 'saveNext'],
    ],
  },
  pdf: {
    heading: 'pdf',
    lines: [
      [['Page ↑', 'Page ↓'], 'pages'],
      [['Home', 'End'], 'firstLast'],
    ],
  },
}

export const keyGroups = (t: Translate<'keys'>, { mac, sets }: { mac: boolean; sets: ReadonlySet<KeySet> }): KeyGroup[] =>
  [...[...sets].map((name) => keysOfSets[name]), everywhere, lists].map(({ heading, lines }) => ({
    heading: t(heading),
    keys: lines.map(([keys, does]) => ({ keys: keys.map((key) => (mac && key === 'Ctrl' ? '⌘' : key)), does: t(does) })),
  }))
