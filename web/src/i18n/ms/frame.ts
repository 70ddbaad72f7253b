// The texts every page needs, in one file, and where those of the features are.
import shell from './shell.json'
import ui from './ui.json'

export const files = import.meta.glob<Record<string, string>>(['./*.json', './errors.ts', '!./ui.json', '!./shell.json'], {
  import: 'default',
})
export default { ui, shell }
