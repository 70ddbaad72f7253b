// The texts of every error code, in one file: the last resort of any page, loaded after it is drawn.
const files = import.meta.glob<Record<string, string>>('./errors/*.json', { eager: true, import: 'default' })
export default Object.assign({}, ...Object.values(files)) as Record<string, string>
