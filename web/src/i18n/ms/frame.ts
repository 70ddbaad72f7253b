// The texts every page needs, in one file.
import shell from './shell.json'
import ui from './ui.json'

export default { ui, shell }
