// The texts that every page needs, in one file: a page that index.html has them in does not load it.
import shell from './shell.json'
import ui from './ui.json'

export default { ui, shell }
