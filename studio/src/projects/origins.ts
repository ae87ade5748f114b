/** Where changes of a shared document come from: the editor of this tab, the service, and other tabs. */
export const EDITOR = 'editor'
export const SERVICE = 'service'
export const TABS = 'tabs'
