import { playGroup } from './playGroup';
import { groups } from './targets';

playGroup(groups.names);
