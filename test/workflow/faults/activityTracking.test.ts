import { testFaults } from '../kit/faultTests';

testFaults('activityTracking');
