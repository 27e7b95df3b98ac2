export { findLogged, loggedLink, makingColumns, oncePerMakings } from './linkMaking';
export { checkLinkFilter, compileLinkFilter, filtersIn, type LinkFilter, linkPermission } from './links';
export { simpleLink } from './simpleLink';
