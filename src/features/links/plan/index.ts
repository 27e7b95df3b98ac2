export { findLogged, loggedLink, creatorColumns, oncePerCreators } from './linkMaking';
export { checkLinkFilter, compileLinkFilter, filtersIn, type LinkFilter, linkPermission, simpleLink } from './links';
